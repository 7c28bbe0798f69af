import TraceEvents
import TraceModel
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

/// Watches a trace where there is no terminal: a line a second until the program has ended.
struct PlainWatch {
  private var follower: TraceFollower
  private let environment: CommandEnvironment
  private var isWaitingTold = false
  /// The last sign of life of which a line tells.
  private var lastSign: TraceInstant?

  init(_ follower: TraceFollower, in environment: CommandEnvironment) {
    self.follower = follower
    self.environment = environment
  }

  private static let second: UInt64 = 1_000_000_000

  /// Writes lines until the program has ended, or nobody reads them.
  mutating func run() throws(CommandFailure) -> ExitCode {
    while true {
      switch follower.look() {
      case .trace(let watched):
        // Without a new sign of life there is nothing new, until it is known that there will be none.
        guard watched.presence != .alive || watched.trace.end != lastSign else { break }
        lastSign = watched.trace.end
        environment.output.write(watched.statusLine + "\n")
        environment.output.flush()
        if watched.presence != .alive || environment.output.failure != nil { return .success }
      case .absent(let words):
        if !isWaitingTold { environment.note(words) }
        isWaitingTold = true
      case .over(let words):
        environment.note(words)
        return .success
      case .unchanged: break
      }
      usleep(UInt32(clamping: max(Self.second, follower.pause) / 1_000))
    }
  }
}
