import Foundation

/// Long enough that whatever is silent by then is taken to be stuck.
private let patience = 1.6

private let isStuck = DispatchSemaphore(value: 0)

/// Says that from now on nothing moves any more.
func stuck() {
  isStuck.signal()
}

/// Says that nothing moves for the next half second, at the end of which the program gives up.
func stuckForAWhile() {
  Thread.detachNewThread {
    Thread.sleep(forTimeInterval: 0.5)
    exit(EXIT_FAILURE)
  }
}

/// Ends the program a while after it has said that it is stuck.
///
/// On a thread of its own: the pool may be what is exhausted.
func giveUpWhenStuck() {
  if ProcessInfo.processInfo.environment["HANG"] != nil { return }
  Thread.detachNewThread {
    isStuck.wait()
    Thread.sleep(forTimeInterval: patience)
    exit(EXIT_FAILURE)
  }
}

/// Hangs.
func hang() {
  stuck()
  DispatchSemaphore(value: 0).wait()
}
