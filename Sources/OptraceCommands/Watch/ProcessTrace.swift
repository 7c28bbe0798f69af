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

/// The trace that a process records, found by what the system says of the process.
struct ProcessTrace {
  private let process: SystemProcess
  private var processID: UInt32 { process.number }

  /// Of the process with this number.
  init(_ processID: UInt32) {
    process = SystemProcess(processID)
  }

  /// The path of the trace file that the process has mapped.
  ///
  /// - Throws: Why there is none, and what to do.
  func path() throws(CommandFailure) -> String {
    #if os(Linux)
    guard let status = process.status else {
      throw CommandFailure(.noInput, "there is no process \(processID)")
    }
    if status.hasEnded {
      throw CommandFailure(.noInput, "process \(processID) has ended")
    }
    guard let maps = process.contents(of: "maps") else {
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

  /// Whether the process has a file of this number mapped; nil when it can't be known.
  func maps(inode: UInt64) -> Bool? {
    guard let maps = process.contents(of: "maps") else { return nil }
    return maps.split(separator: "\n").contains { line in
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      return fields.count > 4 && UInt64(fields[4]) == inode && inode != 0
    }
  }
}
