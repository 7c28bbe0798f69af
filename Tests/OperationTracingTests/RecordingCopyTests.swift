import Foundation
import OperationTracing
import Testing
import TraceEvents
import TraceModel
import TraceTestSupport
import TracingScenarios

/// A copy of a recording is a recording of its own that ends where it was made.
struct RecordingCopyTests {
  private let queue = OperationQueue()
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    queue.maxConcurrentOperationCount = 1
  }

  private func run(_ count: Int) {
    for number in 0..<count {
      let operation = BlockOperation {}
      operation.name = "operation \(number)"
      queue.addOperation(operation)
      queue.waitUntilAllOperationsAreFinished()
    }
  }

  @Test func itHoldsWhatWasRecordedByThen() throws {
    let tracer = try OperationTracer.start(tracing: queue)
    run(100)
    let path = folder.file("copy.optrace")
    try tracer.copy(to: path)
    run(5)
    let copy = Trace(try EventLog(path: path))
    #expect(copy.operations.count == 100)
    #expect(copy.operations.allSatisfy { $0.outcome == .succeeded })
    #expect(!copy.wasStopped)
    // One that is there is replaced.
    tracer.stop()
    try tracer.copy(to: path)
    #expect(Trace(try EventLog(path: path)).operations.count == 105)
  }

  @Test func ofABoundedRecordingItIsWholeAndBeginsAtTheHorizon() throws {
    let gate = Gate()
    let file = folder.file("bounded.optrace")
    let other = OperationQueue()
    let tracer = try OperationTracer.start(
      tracing: queue,
      other,
      recordingTo: .file(path: file),
      keeping: .bytes(1 << 20)
    )
    let lasting = BlockOperation { gate.pass() }
    lasting.name = "lasting"
    other.addOperation(lasting)
    run(8_000)
    let path = folder.file("copy.optrace")
    try tracer.copy(to: path)
    let trace = tracer.trace()
    gate.open()
    other.waitUntilAllOperationsAreFinished()
    tracer.stop()
    let copy = Trace(try EventLog(path: path))
    let horizon = try #require(copy.horizon)
    #expect(horizon.droppedOperations > 0)
    #expect(horizon == trace.horizon)
    let lost = copy.problems.contains { $0.message.contains("lost") }
    #expect(lost || copy.operations.contains { $0.name == "lasting" && $0.isExecuting })
    #expect(lost || copy.operations.contains { $0.name == "operation 7999" })
    // No more than the file may have.
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    #expect(size.map { $0 <= 1 << 20 } == true)
  }

  @Test func whereNoFileCanBeItSaysSo() throws {
    let tracer = try OperationTracer.start(tracing: queue)
    let path = folder.file("nowhere/copy.optrace")
    #expect(throws: RecordingError.file(path: path, errno: ENOENT)) { try tracer.copy(to: path) }
    #expect(try folder.names().isEmpty)
    tracer.stop()
  }
}
