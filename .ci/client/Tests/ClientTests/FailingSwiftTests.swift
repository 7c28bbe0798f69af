import Foundation
import OperationTraceTesting
import Testing

/// What does not hold, with Swift Testing.
struct FailingSwiftTests {
  @Test
  func order() throws {
    expectOrder("second", "first", in: try twoInARow())
  }

  @Test
  func onAThread() throws {
    let trace = try twoInARow()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      expectFinished("third", in: trace)
      done.signal()
    }
    done.wait()
  }

  @Test
  func hangs() throws {
    try hang()
  }
}
