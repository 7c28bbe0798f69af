import TraceEvents
import TraceRendering

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#else
#error("no C library is known for this platform")
#endif

/// What the system says of a process, without touching it.
struct ProcessTrace {
  /// The process's number.
  let processID: UInt32

  init(_ processID: UInt32) {
    self.processID = processID
  }

  /// The path of the trace file that the process has mapped.
  ///
  /// - Throws: Why there is none, and what to do.
  func path() throws(CommandFailure) -> String {
    #if os(Linux)
    guard let status = statusFields else {
      throw CommandFailure(.noInput, "there is no process \(processID)")
    }
    if "ZX".contains(status.state) {
      throw CommandFailure(.noInput, "process \(processID) has ended")
    }
    guard let maps = contents(of: "maps") else {
      throw CommandFailure(
        .noInput,
        "can't look into process \(processID): \(systemMessage(errno)); be its user, or root"
      )
    }
    var deleted: String?
    for path in Self.mappedFiles(maps) {
      // A process in a container has its files below a root of its own.
      for place in [path, "/proc/\(processID)/root\(path)"]
      where beginsAsTrace(path: place) ?? false {
        return place
      }
      if path.hasSuffix(".optrace (deleted)") { deleted = path }
    }
    if let deleted {
      throw CommandFailure(
        .noInput,
        "process \(processID) records into a file that was deleted: \(VisibleText.line(deleted))"
      )
    }
    throw notTraced
    #else
    throw CommandFailure(
      .usage,
      "a process's trace can't be found by its number on this system; name the file"
    )
    #endif
  }

  private var notTraced: CommandFailure {
    CommandFailure(
      .noInput,
      """
      process \(processID) is not traced into a file; recording must begin with the program: \
      OPTRACE_FILE=run.optrace PROGRAM, or optrace record -- PROGRAM
      """
    )
  }

  /// The paths of files that are mapped to be written to, each once.
  static func mappedFiles(_ maps: String) -> [String] {
    var paths: [String] = []
    for line in maps.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard fields.count == 6, fields[1].hasPrefix("rw") else { continue }
      // The path stands in a column of its own, and may have spaces in it.
      let path = String(fields[5].drop { $0 == " " })
      guard path.hasPrefix("/") else { continue }
      if !paths.contains(path) { paths.append(path) }
    }
    return paths
  }

  // MARK: Whether it is there

  /// The state and the start of a process, as `/proc` tells them without a look into its memory.
  struct Status: Hashable {
    var state: Character
    var startedAt: String
  }

  /// Whether it is there and has not ended.
  var isThere: Bool {
    #if os(Linux)
    statusFields.map { !"ZX".contains($0.state) } ?? false
    #else
    kill(pid_t(processID), 0) == 0
    #endif
  }

  /// Nil when there is no such process, or nothing is known of it.
  var statusFields: Status? {
    // The name is between parentheses, and may hold anything.
    guard let text = contents(of: "stat"), let name = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: name)...].split(separator: " ")
    guard fields.count > 19, let state = fields[0].first else { return nil }
    return Status(state: state, startedAt: String(fields[19]))
  }

  /// Whether the process has a file of this number mapped; nil when it can't be known.
  func maps(inode: UInt64) -> Bool? {
    guard let maps = contents(of: "maps") else { return nil }
    return maps.split(separator: "\n").contains { line in
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      return fields.count > 4 && UInt64(fields[4]) == inode && inode != 0
    }
  }

  /// What a file of the process in `/proc` holds; nil, with the reason in `errno`, when it can't be read.
  private func contents(of name: String) -> String? {
    let descriptor = open("/proc/\(processID)/\(name)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = block.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(contentsOf: block[..<count])
    }
  }
}
