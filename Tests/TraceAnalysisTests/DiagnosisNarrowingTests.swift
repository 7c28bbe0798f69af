import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

/// What of a diagnosis concerns some operations.
@Suite struct DiagnosisNarrowingTests {
  /// Two stalls that have nothing to do with each other: 1 and 2 wait for each other, 4 sits behind 3.
  private static let trace: Trace = {
    let script = TraceScript()
    let (first, second) = (script.queue("first"), script.queue("second", limit: 1))
    let operations = (0..<4).map { _ in script.operation(class: "Own", overrides: .overridesStart) }
    script.at(ms: 0).depend(operations[0], on: operations[1])
    script.at(ms: 0).depend(operations[1], on: operations[0])
    script.run(operations[0], on: first, enqueued: 1)
    script.run(operations[1], on: first, enqueued: 1)
    script.run(operations[2], on: second, enqueued: 1, started: 2)
    script.at(ms: 3).returnFromStart(operations[2])
    script.run(operations[3], on: second, enqueued: 2)
    return script.trace(endMs: 60_000)
  }()

  private func narrowed(to filter: String, queues: Set<QueueID> = []) throws -> Diagnosis {
    let diagnosis = Self.trace.diagnosis()
    let context = FilterContext(Self.trace, diagnosis: diagnosis, criticalPath: nil)
    var selection = TraceSelection()
    selection.focus = try OperationFilter(filter)
    return diagnosis.narrowed(to: context.select(selection), queues: queues, in: Self.trace)
  }

  @Test func findingsThatNameASelectedOperationStay() throws {
    #expect(Self.trace.diagnosis().stalled.count >= 3)
    let cycle = try narrowed(to: "#1")
    #expect(Set(cycle.findings.map(\.rule)) == ["dependency-cycle"])
    #expect(Set(cycle.stalled.keys.map(\.rawValue)) == [1])
    // What is held up is named by the finding about what holds it up.
    let held = try narrowed(to: "#4")
    #expect(!held.findings.isEmpty)
    #expect(!held.findings.contains { $0.rule == "dependency-cycle" })
    for (operation, place) in held.stalled {
      let finding = held.findings[place]
      #expect((finding.operations + finding.blocked).contains(operation))
    }
  }

  @Test func findingsThatNameASelectedQueueStay() throws {
    let queue = try #require(Self.trace.queues.last?.id)
    let alone = try narrowed(to: "#1")
    let both = try narrowed(to: "#1", queues: [queue])
    #expect(both.findings.count >= alone.findings.count)
    #expect(both.findings.allSatisfy { $0.rule == "dependency-cycle" || $0.queues.contains(queue) })
  }

  @Test func whatOnlyTheProofNamesCounts() throws {
    let edge = ProofEdge(
      from: .operation(OperationID(rawValue: 1)),
      to: .operation(OperationID(rawValue: 2)),
      by: .dependency
    )
    var finding = try #require(Self.trace.diagnosis().findings.first)
    finding.operations = [OperationID(rawValue: 1)]
    finding.blocked = []
    finding.edges = [edge]
    let diagnosis = Diagnosis(findings: [finding], stalled: [:])
    let context = FilterContext(Self.trace, diagnosis: diagnosis, criticalPath: nil)
    for (filter, count) in [("#1", 1), ("#2", 1), ("#3", 0)] {
      var selection = TraceSelection()
      selection.focus = try OperationFilter(filter)
      let selected = context.select(selection)
      let narrowed = diagnosis.narrowed(to: selected, queues: [], in: Self.trace)
      #expect(narrowed.findings.count == count, "\(filter)")
    }
  }

  @Test(arguments: Array(0..<60) as [UInt64])
  func nothingIsLostWhereEverythingIsSelected(seed: UInt64) {
    let trace = Trace(SchedulerSimulation(seed: seed).log)
    let diagnosis = trace.diagnosis()
    let context = FilterContext(trace, diagnosis: diagnosis, criticalPath: nil)
    let all = context.select(TraceSelection())
    let queues = Set(trace.queues.map(\.id))
    #expect(diagnosis.narrowed(to: all, queues: queues, in: trace).stalled == diagnosis.stalled)
  }
}
