import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering
import TraceTestSupport

@Suite
struct EdgeSelectionTests {
  private func edges(
    of run: SampleRun,
    _ kinds: Set<TraceEdge.Kind> = [.dependency, .barrier, .wait],
    criticalPath: CriticalPath? = nil
  ) -> [String] {
    let annotated = AnnotatedTrace(
      run.trace,
      diagnosis: run.diagnosis,
      criticalPath: criticalPath
    )
    return EdgeSelection(annotated, kinds: kinds).edges.map { edge in
      let names = [edge.source, edge.target].map { annotated.name($0) }.joined(separator: " -> ")
      var words = edge.relations.map(\.className)
      if edge.isCritical { words.append("critical") }
      if edge.isBlocking { words.append("blocking") }
      if edge.isOverrun { words.append("overrun") }
      if edge.isMoot { words.append("moot") }
      return "\(names): \(words.joined(separator: ", "))"
    }
  }

  @Test
  func
    `A slot that closes the chain to the root is drawn, and what nobody else leads to has its creator`()
  {
    #expect(
      edges(of: .selfWait) == [
        "outer -> inner: holds-slot, created-by, blocking", "inner -> outer: wait, blocking",
        "login -> next in line: dependency, blocking",
      ]
    )
  }

  @Test
  func `Hand-overs are drawn where the critical path runs along them`() {
    let run = SampleRun.crossQueue
    #expect(!edges(of: run).contains { $0.contains("slot-hand-over") })
    let critical = edges(of: run, criticalPath: run.criticalPath)
    #expect(critical.contains("step 1 -> step 4: slot-hand-over, critical"))
    #expect(critical.contains("group -> show result: dependency, critical"))
    let all = edges(of: run, Set(TraceEdge.Kind.allCases))
    #expect(all.contains("step 1 -> step 4: slot-hand-over"))
    #expect(all.contains("group -> step 4: created-by"))
  }

  @Test
  func `Many hand-overs on the critical path are counted instead of drawn`() throws {
    let script = TraceScript()
    let queue = script.queue("q", limit: 1)
    for number in 0..<8 {
      let start = Double(number) * 10 + 0.1
      let operation = script.operation("n\(number)")
      script.run(operation, on: queue, enqueued: 0, started: start, finished: start + 9.9)
    }
    let trace = Trace(script.log())
    let path = try #require(trace.criticalPath)
    let annotated = AnnotatedTrace(trace, diagnosis: nil, criticalPath: path)
    let selection = EdgeSelection(annotated, kinds: [.dependency])
    #expect(selection.edges.isEmpty)
    #expect(selection.omittedHandOvers == 7)
    #expect(trace.dot(criticalPath: path).contains("7 slot hand-overs not drawn"))
    let all = EdgeSelection(annotated, kinds: [.slotHandOver])
    #expect(all.edges.count == 7)
    #expect(all.edges.allSatisfy { $0.isCritical })
    #expect(all.omittedHandOvers == 0)
  }

  @Test
  func `A dependency on what was cancelled is an overrun, and one of what was cancelled is moot`() {
    let edges = edges(of: .photoImport)
    #expect(edges.contains("geocode -> index words: dependency, overrun"))
    #expect(edges.contains("extract metadata -> geocode: dependency, moot"))
    #expect(edges.contains("upload original -> notify: dependency, blocking"))
    #expect(edges.contains("open session -> upload original: dependency"))
  }

  @Test
  func `Who finished a group has an edge to it, on which the critical path comes back`() {
    let script = TraceScript()
    let (group, part) = (script.operation("group"), script.operation("part"))
    let queue = script.queue()
    script.at(ms: 0).enqueue(group, on: queue).start(group)
    script.at(ms: 1).by(group).enqueue(part, on: queue)
    script.at(ms: 2).returnFromStart(group).start(part)
    script.at(ms: 4).by(part).finish(group).finish(part)
    let trace = Trace(script.log())
    let run = SampleRun(
      name: "",
      trace: trace,
      diagnosis: Diagnosis(findings: [], stalled: [:])
    )
    #expect(
      edges(of: run, criticalPath: trace.criticalPath) == [
        "group -> part: created-by, critical", "part -> group: finished-by, critical",
      ]
    )
    let dot = TraceGraph(of: trace, diagnosis: run.diagnosis).dot
    #expect(dot.contains("part finished group"))
    #expect(dot.contains("finished by part"))
  }

  @Test
  func `All edges of a cycle hold each other up`() {
    #expect(edges(of: .cycle).allSatisfy { $0.hasSuffix("blocking") })
    #expect(edges(of: .cycle).count == 4)
  }

  @Test
  func
    `A hundred operations that wait for a stalled one's slot don't hang on it by a hundred edges`()
  {
    let script = TraceScript()
    let queue = script.queue("q", limit: 1)
    let holder = script.operation("holder")
    script.run(holder, on: queue, enqueued: 0, started: 1)
    let waiting = (0..<100).map { script.operation("waiting \($0)") }
    for operation in waiting { script.run(operation, on: queue, enqueued: 2) }
    let finding = Finding(
      rule: "executing-too-long",
      severity: .error,
      certainty: .likely,
      operations: [holder],
      since: .zero,
      sentence: "",
      advice: ""
    )
    let stalled = Dictionary(uniqueKeysWithValues: ([holder] + waiting).map { ($0, 0) })
    let run = SampleRun(
      name: "",
      trace: Trace(script.log(endMs: 100)),
      diagnosis: Diagnosis(findings: [finding], stalled: stalled)
    )
    #expect(edges(of: run) == ["holder -> waiting 0: holds-slot, blocking"])
  }
}
