#if os(Linux)
import Foundation
import TraceEvents

@testable import ThreadStacks

/// A thread of this process that gets stuck in what a test gives it, until the test lets it go on.
final class StuckThread: Sendable {
  /// The kernel's number of the thread.
  let number: UInt32

  private let hasEnded = DispatchSemaphore(value: 0)

  /// Starts a thread that runs `body`; what it does there is on the stack below `StuckThread`'s own functions.
  init(_ body: @escaping @Sendable () -> Void) {
    let began = DispatchSemaphore(value: 0)
    let box = NumberBox()
    let ended = hasEnded
    Thread.detachNewThread {
      // A worker of dispatch, which may have made this thread, lets no signal through: here one would be noticed.
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      box.number = Self.currentNumber
      began.signal()
      body()
      ended.signal()
    }
    began.wait()
    number = box.number
  }

  /// Waits until the thread has come to its end.
  func join() {
    hasEnded.wait()
  }

  /// The stack of the thread once it is blocked in one of these system calls and has reached a function with this in its name;
  /// the last one that was seen when it does not come to that.
  func stack(in systemCalls: Set<String>, reaching function: String) -> ThreadStack? {
    var reader = ThreadStackReader()
    var stack: ThreadStack?
    for _ in 0..<2_000 {
      stack = reader.stack(of: number)
      if let stack, let call = stack.systemCall, systemCalls.contains(call),
        stack.frames.contains(where: { $0.function?.contains(function) ?? false })
      {
        return stack
      }
      usleep(5_000)
    }
    return stack
  }

  /// The kernel's number of the calling thread.
  static var currentNumber: UInt32 {
    let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    return path.flatMap { UInt32($0.split(separator: "/").last ?? "") } ?? 0
  }

  /// Written before the semaphore is signalled, and read after it.
  private final class NumberBox: @unchecked Sendable {
    var number: UInt32 = 0
  }
}
#endif
