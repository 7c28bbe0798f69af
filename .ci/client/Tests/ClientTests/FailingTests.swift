import Foundation
import OperationTraceTesting
import XCTest

/// What does not hold, with XCTest.
final class FailingTests: XCTestCase {
  func testOrder() throws {
    expectOrder("second", "first", in: try twoInARow())
  }

  func testOnAThread() throws {
    let trace = try twoInARow()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      expectFinished("third", in: trace)
      done.signal()
    }
    done.wait()
  }

  func testHang() throws {
    try hang()
  }
}
