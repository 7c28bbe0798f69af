import TraceEvents

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
struct SystemProcess {
  /// The process's number.
  let number: UInt32

  init(_ number: UInt32) {
    self.number = number
  }

  /// The state and the start of a process, as `/proc` tells them without a look into its memory.
  struct Status: Hashable {
    /// The letter of the state.
    var state: Character
    /// When it was started, in the kernel's ticks since the machine was.
    var startedAt: UInt64

    /// Whether it is only remembered until somebody asks how it ended.
    var hasEnded: Bool { "ZX".contains(state) }
  }

  /// Nil when there is no such process, or nothing is known of it.
  var status: Status? {
    // The name is between parentheses, and may hold anything.
    guard let text = contents(of: "stat"), let name = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: name)...].split(separator: " ")
    guard fields.count > 19, let state = fields[0].first, let startedAt = UInt64(fields[19]) else {
      return nil
    }
    return Status(state: state, startedAt: startedAt)
  }

  /// Whether it is there and has not ended.
  var isThere: Bool {
    if let status { return !status.hasEnded }
    // Where nothing is told of it, it can still be asked for.
    guard let process = pid_t(exactly: number), process > 0 else { return false }
    return kill(process, 0) == 0 || errno == EPERM
  }

  /// Whether it is there and was so long ago: a younger one has got the number of one that ended since.
  func hasBeenThere(forNanoseconds age: UInt64) -> Bool {
    guard isThere else { return false }
    #if os(Linux)
    guard let status else { return true }
    let tick = 1_000_000_000 / UInt64(max(1, sysconf(Int32(_SC_CLK_TCK))))
    let (started, now) = (status.startedAt &* tick, clockNanoseconds(CLOCK_BOOTTIME))
    return (now > started ? now - started : 0) + Self.imprecision >= age
    #else
    return true
    #endif
  }

  /// What a tick, and the difference of two clocks, may make of an age.
  private static let imprecision: UInt64 = 100_000_000

  /// What a file of the process in `/proc` holds; nil, with the reason in `errno`, when it can't be read.
  func contents(of name: String) -> String? {
    let descriptor = open("/proc/\(number)/\(name)", O_RDONLY | O_CLOEXEC)
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
