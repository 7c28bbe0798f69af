import Foundation
import Synchronization
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

/// Follows a trace on a thread of its own, so that keys are answered while a large file is read.
final class FollowerThread: Sendable {
  private let latest = Mutex<TraceFollower.Outcome?>(nil)
  private let isResting = Atomic<Bool>(false)
  private let ends: (reading: Int32, writing: Int32)

  /// A descriptor that has something to read when there is something new.
  var news: Int32 { ends.reading }

  init(_ follower: TraceFollower) {
    var pair: [Int32] = [-1, -1]
    // Without a pipe there is no news; the screen then comes up to date with the next key.
    _ = pipe(&pair)
    for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    ends = (pair[0], pair[1])
    Thread.detachNewThread { [weak self] in
      var follower = follower
      while true {
        guard let self else { return }
        if !self.isResting.load(ordering: .relaxed) { self.publish(follower.look()) }
        let pause = max(follower.pause, 50_000_000)
        usleep(UInt32(clamping: pause / 1_000))
      }
    }
  }

  private func publish(_ outcome: TraceFollower.Outcome) {
    if case .unchanged = outcome { return }
    latest.withLock { $0 = outcome }
    var byte: UInt8 = 0
    _ = write(ends.writing, &byte, 1)
  }

  /// What was seen since the last call.
  func take() -> TraceFollower.Outcome? {
    latest.withLock { latest in
      defer { latest = nil }
      return latest
    }
  }

  /// Says whether to stop reading, as nobody looks at what is new.
  func rest(_ rests: Bool) {
    isResting.store(rests, ordering: .relaxed)
  }
}
