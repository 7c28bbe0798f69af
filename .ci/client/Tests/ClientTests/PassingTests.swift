import Foundation
import OperationTraceTesting
import XCTest

/// What holds: nothing is to be seen of it.
final class PassingTests: XCTestCase {
  private let queue = OperationQueue()

  func testWhatIsInOrder() throws {
    let trace = try twoInARow()
    expectOrder("first", "second", in: trace)
    expectNoOverlap(.all(in: "pair"), in: trace)
    expectPeakConcurrency(of: .all(), exactly: 1, in: trace)
    expectNoFindings(in: trace)
  }

  /// The main thread serves its queue while it waits.
  func testTheMainQueueGetsOn() throws {
    let shown = BlockOperation { XCTAssert(Thread.isMainThread) }
    let trace = try traced(.main) {
      OperationQueue.main.addOperations([shown], waitUntilFinished: true)
    }
    expectOnMainThread(shown, in: trace)
  }

  func testAnAsynchronousTest() async throws {
    let queue = self.queue
    let trace = try await traced(queue) {
      await withCheckedContinuation { continuation in
        let last = BlockOperation {}
        last.completionBlock = { continuation.resume() }
        queue.addOperation(last)
      }
    }
    expectFinished(queue, in: trace)
  }
}
