import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

/// The diagnosis against a scheduler that knows the truth, against nonsense, and against programs in good health.
@Suite struct DiagnosisSoundnessTests {
  /// What is proven stalled by structure at some moment of a run never moves in the rest of it.
  ///
  /// Nothing is cancelled, suspended or given another limit after that moment: such a call can free anything.
  @Test(arguments: 0..<40)
  func whatIsProvenStalledNeverMovesAgain(seed: UInt64) {
    let log = SchedulerSimulation(
      seed: seed,
      operationCount: 60,
      allowsSuspension: false,
      allowsLimitChanges: false,
      allowsMainWaits: true
    ).log
    let whole = Trace(log)
    let structural: Set<String> = [
      "dependency-cycle", "self-dependency", "self-deadlock", "main-queue-not-drained",
    ]
    let lastCancel = log.events.last { $0.kind == .cancelled }?.instant ?? .zero
    let moments = log.events.map(\.instant).filter { $0 >= lastCancel }
    for moment in moments.enumerated().filter({ $0.offset.isMultiple(of: 7) }).map(\.element) {
      var early = log
      early.cut(after: moment)
      for finding in Trace(early).diagnosis().findings
      where structural.contains(finding.rule) && finding.certainty == .proven {
        for operation in finding.operations + finding.blocked {
          let finished = whole[operation]?.milestones.finished
          #expect(finished == nil, "\(finding.sentence)")
        }
      }
    }
  }

  /// The simulation does make deadlocks of each kind; else the test above would prove nothing.
  @Test func theSimulationDeadlocks() {
    let rules = (0..<40).map { seed in
      let log = SchedulerSimulation(
        seed: UInt64(seed),
        operationCount: 60,
        allowsSuspension: false,
        allowsLimitChanges: false,
        allowsMainWaits: true
      ).log
      return Set(Trace(log).diagnosis().findings.filter { $0.certainty == .proven }.map(\.rule))
    }
    #expect(rules.count { $0.contains("self-deadlock") } > 5)
    #expect(rules.count { $0.contains("main-queue-not-drained") } > 1)
  }

  @Test(arguments: 0..<60)
  func findingsAreInOrderAndNameEachOperationOnce(seed: UInt64) {
    let diagnosis = Trace(SchedulerSimulation(seed: seed, operationCount: 50).log).diagnosis(
      thresholds: DiagnosisThresholds([.stall: .zero, .idle: .zero, .settling: .zero])
    )
    #expect(diagnosis.findings.map(\.severity) == diagnosis.findings.map(\.severity).sorted())
    let errors = diagnosis.findings.filter { $0.severity == .error }
    let named = errors.flatMap { $0.operations + $0.blocked }
    #expect(named.count == Set(named).count)
    #expect(Set(named) == Set(diagnosis.stalled.keys))
    for finding in diagnosis.findings {
      #expect(!finding.operations.isEmpty || !finding.queues.isEmpty)
      #expect(!finding.proof.isEmpty)
      #expect(finding.sentence.hasSuffix("."))
      #expect(finding.advice.hasSuffix("."))
    }
  }

  @Test(arguments: 0..<200)
  func survivesEventsWithoutSense(seed: UInt64) {
    for thresholds in [
      DiagnosisThresholds(), .live, DiagnosisThresholds([.stall: .zero, .idle: .zero]),
    ] {
      let diagnosis = Trace(.garbage(seed: seed)).diagnosis(thresholds: thresholds)
      #expect(diagnosis.stalled.values.allSatisfy { diagnosis.findings.indices.contains($0) })
    }
  }

  /// What is proven follows from what was recorded; what is concluded from time, or from what Foundation does, is likely.
  @Test(arguments: 0..<40)
  func onlyStructureProves(seed: UInt64) {
    let impatient = DiagnosisThresholds(
      Dictionary(uniqueKeysWithValues: DiagnosisThresholds.Name.allCases.map { ($0, .zero) })
    )
    let structural: Set<String> = [
      "dependency-cycle", "self-dependency", "self-deadlock", "main-queue-not-drained",
      "finished-without-notification", "no-free-slot", "queue-suspended", "removed-dependency",
      "dependency-not-enqueued",
    ]
    let simulated = SchedulerSimulation(seed: seed, operationCount: 60, allowsMainWaits: true).log
    for var log in [simulated, .garbage(seed: seed)] {
      let findings = Trace(log).diagnosis(thresholds: impatient).findings
      for finding in findings where finding.severity == .error && finding.certainty == .proven {
        #expect(structural.contains(finding.rule), "\(finding.sentence)")
        // A deadlock is proven by a circle of waits.
        if finding.rule == "main-queue-not-drained" {
          #expect(finding.edges.contains { $0.reason == .wait && $0.source.isThread })
        }
      }
      // Whatever looks unfinished may have gone on in what was lost.
      let lost = TraceEvent(.lost, at: .zero, thread: ThreadID(rawValue: 1), argument: 1)
      log.events.insert(lost, at: 0)
      let unsure = Trace(log).diagnosis(thresholds: impatient).findings
      #expect(unsure.allSatisfy { $0.severity == .warning || $0.certainty == .likely })
    }
  }

  // MARK: Programs in good health

  /// At any moment of a run in which everything is served in turn, nothing is stuck, however it is looked at.
  @Test(arguments: 0..<30)
  func isSilentAboutAHealthyScheduler(seed: UInt64) {
    let simulation = SchedulerSimulation(
      seed: seed,
      operationCount: 80,
      isHealthy: true,
      unit: 1_000_000
    )
    let log = simulation.log
    #expect(simulation.truths.allSatisfy { $0.enqueued == nil || $0.finished != nil })
    var random = SeededGenerator(seed: seed)
    for part in 0...8 {
      var early = log
      let last = log.events.last?.instant.nanoseconds ?? 0
      let end = UInt64.random(in: 0...last, using: &random)
      if part > 0 {
        early.cut(after: TraceInstant(nanoseconds: end))
        early.end = TraceInstant(nanoseconds: end)
      }
      for thresholds in [DiagnosisThresholds(), .live] {
        let findings = Trace(early).diagnosis(thresholds: thresholds).findings
        #expect(findings.filter { $0.severity == .error } == [], "at \(end) ns")
      }
    }
  }

  /// A run of a server: four queues, timers, asynchronous requests, groups that wait, ten minutes in all.
  private func server() -> TraceScript {
    let script = TraceScript()
    var random = SeededGenerator(seed: 11)
    let accept = script.queue("accept")
    let render = script.queue("render", limit: 2)
    let store = script.queue("store", limit: 1)
    let timers = script.queue("timers", limit: 1)
    let socket = script.operation("socket", class: "WebSocket")
    script.detach(socket, on: accept, atMs: 0)
    for second in stride(from: 0.0, to: 600_000, by: 500) {
      let request = script.operation("request", class: "Request")
      let (parts, save) = (script.operation("parts", class: "Render"), script.operation("save"))
      let tick = script.operation("tick", class: "Tick")
      let length = Double.random(in: 50...400, using: &random)
      script.run(tick, on: timers, enqueued: second, started: second + 1, finished: second + 3)
      script.at(ms: second + 5).enqueue(request, on: accept).start(request)
      script.at(ms: second + 6).by(request).enqueue(parts, on: render)
      script.at(ms: second + 6).by(request).depend(save, on: parts).enqueue(save, on: store)
      if random.chance(0.3) {
        script.at(ms: second + 7).by(request).wait(for: parts)
        script.at(ms: second + 9 + length).by(request).endWait(for: parts)
      } else {
        script.at(ms: second + 7).returnFromStart(request)
      }
      script.run(parts, started: second + 8, finished: second + 8 + length)
      script.run(save, started: second + 9 + length, finished: second + 20 + length)
      script.at(ms: second + 30 + length).finish(request)
      if random.chance(0.05) {
        script.at(ms: second + 100).suspend(store)
        script.at(ms: second + 450).resume(store)
      }
    }
    return script
  }

  /// At any moment of ten minutes a healthy server gives no finding, however it is looked at.
  @Test(arguments: [DiagnosisThresholds(), .live])
  func isSilentAboutAHealthyServer(thresholds: DiagnosisThresholds) {
    let log = server().log()
    #expect(Trace(log).diagnosis(thresholds: thresholds).findings.isEmpty)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<15 {
      var early = log
      let moment = UInt64.random(in: 1_000_000_000...590_000_000_000, using: &random)
      early.cut(after: TraceInstant(nanoseconds: moment))
      early.end = TraceInstant(nanoseconds: moment)
      #expect(Trace(early).diagnosis(thresholds: thresholds).findings.isEmpty, "at \(moment) ns")
    }
  }

  @Test func isSilentAboutAPipelineThatIsMerelySlow() {
    let script = TraceScript()
    let queue = script.queue("encode", limit: 2)
    for number in 0..<30 {
      let begin = Double(number / 2) * 20_000
      let encode = script.operation("encode \(number)", class: "Encode")
      script.run(
        encode,
        on: queue,
        enqueued: 0,
        started: begin,
        finished: number < 28 ? begin + 19_990 : nil
      )
    }
    #expect(script.diagnosis(endMs: 295_000).findings.isEmpty)
  }
}

extension ProofEdge.Subject {
  fileprivate var isThread: Bool {
    if case .thread = self { true } else { false }
  }
}
