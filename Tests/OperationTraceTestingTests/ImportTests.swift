import Foundation
import OperationTraceTesting
import Testing

@Test
func anImportIsInOrder() throws {
  let queue = OperationQueue()
  let trace = try traced(queue) {
    importPhoto(on: queue)
    queue.waitUntilAllOperationsAreFinished()
  }
  expectNoFindings(in: trace)
  expectOrder("load", .all(named: "resize *"), "save", in: trace)
  expectPeakConcurrency(of: queue, atMost: 2, in: trace)
}
