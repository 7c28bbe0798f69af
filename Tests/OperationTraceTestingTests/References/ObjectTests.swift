import Foundation
import OperationTraceTesting
import Testing

/// Operations and queues that the test itself holds.
struct ObjectTests {
  private final class Upload: Operation, @unchecked Sendable {
    // Sendable as every operation is; it has no state of its own.
    override func main() {}
  }

  @Test
  func anOperationIsItselfWhateverItsName() throws {
    let queue = OperationQueue()
    let first = BlockOperation {}
    let second = BlockOperation {}
    first.name = "same"
    second.name = "same"
    second.addDependency(first)
    let trace = try traced(queue) {
      queue.addOperations([second, first], waitUntilFinished: true)
    }
    expectOrder(first, second, in: trace)
    let recorded = issues { expectOrder(second, first, in: trace) }
    #expect(recorded.count == 1)
    #expect(trace[first]?.id != trace[second]?.id)
    #expect(trace[second]?.dependencies.first == trace[first]?.id)
    #expect(trace[queue]?.operations.count == 2)
  }

  @Test
  func aQueueStandsForAllThatWasAddedToIt() throws {
    let (one, other) = (OperationQueue(), OperationQueue())
    one.maxConcurrentOperationCount = 1
    let trace = try traced(one, other) {
      for _ in 0..<5 { one.addOperation {} }
      other.addOperation {}
      one.waitUntilAllOperationsAreFinished()
      other.waitUntilAllOperationsAreFinished()
    }
    expectPeakConcurrency(of: one, exactly: 1, in: trace)
    expectNoOverlap(one, in: trace)
    expectFinished(.all(in: one), other, in: trace)
    let recorded = issues { expectOutcome(of: one, .failed, in: trace) }
    #expect(recorded.count == 1)
  }

  @Test
  func aClassIsOneOfTheProgram() throws {
    let queue = OperationQueue()
    let trace = try traced(queue) {
      queue.addOperations([Upload(), BlockOperation {}], waitUntilFinished: true)
    }
    expectFinished(.one(Upload.self), .one(BlockOperation.self), in: trace)
    expectFinished(.one(ofClass: "Upload"), in: trace)
    #expect(issues { expectFinished(.all(Operation.self), in: trace) }.count == 1)
  }

  @Test
  func whatWasNotTracedFails() throws {
    let (queue, other) = (OperationQueue(), OperationQueue())
    let stranger = BlockOperation {}
    stranger.name = "stranger"
    let trace = try traced(queue) {
      queue.addOperation {}
      queue.waitUntilAllOperationsAreFinished()
      other.addOperations([stranger], waitUntilFinished: true)
    }
    #expect(
      issues { expectFinished(stranger, in: trace) }.map(\.sentence)
        == [#"BlockOperation "stranger" was not traced."#]
    )
    #expect(
      issues { expectFinished(other, in: trace) }.map(\.sentence) == ["The queue was not traced."]
    )
    #expect(trace[stranger] == nil)
    #expect(trace[other] == nil)
  }
}
