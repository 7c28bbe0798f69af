import Testing
import TraceEvents

@testable import TraceModel

/// What a trace of a million operations and ten times as many events is made of: a field that is added here costs megabytes.
@Suite struct SizeTests {
  @Test func valuesOfWhichThereAreMillionsStaySmall() {
    #expect(MemoryLayout<TraceEvent>.stride <= 40)
    #expect(MemoryLayout<TracedOperation>.stride <= 208)
    #expect(MemoryLayout<QueueDepth>.stride <= 24)
    #expect(MemoryLayout<TraceEdge>.stride <= 16)
  }

  @Test func anOperationKeepsWhatIsSaidOfFewApart() {
    let plain = TracedOperation(id: OperationID(rawValue: 1), seen: .zero)
    var operation = plain
    operation.failure = "no connection"
    operation.canceller = OperationID(rawValue: 7)
    operation.finisher = OperationID(rawValue: 8)
    operation.add(TracedNote(instant: .zero, text: "first"))
    operation.notes.append(TracedNote(instant: .zero, text: "second"))
    operation.startThread = ThreadID(rawValue: 4)
    #expect(operation.failure == "no connection")
    #expect(operation.canceller?.rawValue == 7)
    #expect(operation.finisher?.rawValue == 8)
    #expect(operation.notes.map(\.text) == ["first", "second"])
    #expect(operation != plain)
    operation.failure = nil
    operation.canceller = nil
    operation.finisher = nil
    operation.notes = []
    operation.startThread = nil
    #expect(operation == plain)
    #expect(operation.queue == nil && operation.creator == nil && operation.finishThread == nil)
  }
}
