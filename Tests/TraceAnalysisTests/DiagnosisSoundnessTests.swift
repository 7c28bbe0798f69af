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
      allowsLimitChanges: false
    ).log
    let whole = Trace(log)
    let structural: Set<String> = ["dependency-cycle", "self-dependency", "self-deadlock"]
    let lastCancel = log.events.last { $0.kind == .cancelled }?.instant ?? .zero
    let moments = log.events.map(\.instant).filter { $0 >= lastCancel }
    for moment in moments.enumerated().filter({ $0.offset.isMultiple(of: 7) }).map(\.element) {
      var early = log
      early.cut(after: moment)
      for finding in Trace(early).diagnosis().findings where structural.contains(finding.rule) {
        for operation in finding.operations + finding.blocked {
          let finished = whole[operation]?.milestones.finished
          #expect(finished == nil, "\(finding.sentence)")
        }
      }
    }
  }

  /// The simulation does make deadlocks; else the test above would prove nothing.
  @Test func theSimulationDeadlocks() {
    let deadlocks = (0..<40).filter { seed in
      let log = SchedulerSimulation(
        seed: UInt64(seed),
        operationCount: 60,
        allowsSuspension: false,
        allowsLimitChanges: false
      ).log
      return Trace(log).diagnosis().rules.contains("self-deadlock")
    }
    #expect(deadlocks.count > 5)
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
      #expect(!finding.operations.isEmpty)
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

  // MARK: Programs in good health

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
