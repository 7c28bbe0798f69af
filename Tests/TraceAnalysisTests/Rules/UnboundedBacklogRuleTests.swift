import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct UnboundedBacklogRuleTests {
  private let script = TraceScript()
  private static let takeMs = 20.0

  /// Adds an operation every `addMs`; the queue takes 20 ms for each, one at a time.
  private func produce(addMs: Double, forMs span: Double, drainsToMs end: Double? = nil)
    -> [OperationID]
  {
    let queue = script.queue("log", limit: 1)
    let stop = end ?? span
    var all: [OperationID] = []
    for moment in stride(from: 0.0, to: span, by: addMs) {
      let line = script.operation("line", class: "Line")
      script.at(ms: moment).enqueue(line, on: queue)
      let start = max(Double(all.count) * Self.takeMs, moment)
      all.append(line)
      if start <= stop { script.at(ms: start).start(line) }
      if start + Self.takeMs <= stop { script.at(ms: start + Self.takeMs).finish(line) }
    }
    return all
  }

  @Test func saysHowTheQueueGrew() {
    let all = produce(addMs: 5, forMs: 1_600)
    #expect(
      script.diagnosis(endMs: 1_600).only
        == Finding(
          rule: "unbounded-backlog",
          severity: .warning,
          certainty: .likely,
          operations: Array(all[81...]),
          queues: [QueueID(rawValue: 1)],
          since: .zero,
          sentence:
            "Queue log has grown for 1.60 s, to 239 operations that wait: 320 were added and "
            + "81 started, and more keep coming.",
          proof: [
            "at the end of each quarter of the time 60, 120, 180 and 239 operations waited, all of "
              + "them added on the main thread",
            "line #82 has waited 1.20 s and is still not started",
          ],
          advice:
            "Let whoever adds operations to queue log wait while many are in it, or drop those "
            + "that nobody needs any more."
        )
    )
  }

  // MARK: Near misses

  @Test func isSilentAboutABatch() {
    _ = produce(addMs: 0.01, forMs: 5, drainsToMs: 5_000)
    #expect(script.diagnosis(endMs: 5_000).findings.isEmpty)
  }

  @Test func isSilentAboutAQueueThatIsDrainedAfterAll() {
    _ = produce(addMs: 5, forMs: 1_600, drainsToMs: 8_000)
    #expect(script.diagnosis(endMs: 8_000).findings.isEmpty)
  }

  @Test func isSilentWhileTheLastPartIsDrained() {
    _ = produce(addMs: 5, forMs: 1_600, drainsToMs: 2_000)
    #expect(script.diagnosis(endMs: 2_000).findings.isEmpty)
  }

  @Test func isSilentAboutAProducerThatIsNoFaster() {
    _ = produce(addMs: 20, forMs: 10_000)
    #expect(script.diagnosis(endMs: 10_000).findings.isEmpty)
  }

  @Test func isSilentAboutFew() {
    _ = produce(addMs: 15, forMs: 5_900)
    #expect(script.diagnosis(endMs: 5_900).findings.isEmpty)
    let strict = DiagnosisThresholds(counts: [.backlog: 50])
    #expect(script.diagnosis(endMs: 5_900, thresholds: strict).rules == ["unbounded-backlog"])
  }

  @Test func isSilentBeforeAnythingHasWaitedForLong() {
    _ = produce(addMs: 2, forMs: 1_000)
    #expect(script.diagnosis(endMs: 1_000).findings.isEmpty)
  }

  @Test func isSilentAboutASuspendedQueue() {
    _ = produce(addMs: 5, forMs: 1_600)
    script.at(ms: 1_599).suspend(QueueID(rawValue: 1))
    #expect(script.diagnosis(endMs: 1_600).findings.isEmpty)
  }

  @Test func isSilentWhereEventsAreMissing() {
    _ = produce(addMs: 5, forMs: 1_600)
    script.at(ms: 1_600).record(.lost, argument: 10, detail: 2)
    #expect(script.diagnosis(endMs: 1_600).findings.isEmpty)
  }

  @Test func isSilentAboutWavesThatAreDrained() {
    let queue = script.queue("q", limit: 1)
    for wave in 0..<4 {
      for number in 0..<150 {
        let operation = script.operation()
        let begin = Double(wave) * 4_000
        let start = begin + Double(number) * Self.takeMs
        script.run(
          operation,
          on: queue,
          enqueued: begin + Double(number),
          started: start,
          finished: start + Self.takeMs
        )
      }
    }
    for end in [1_000.0, 4_500, 8_600, 12_150] {
      var log = script.log()
      log.cut(after: TraceInstant(nanoseconds: UInt64(end * 1e6)))
      #expect(Trace(log).diagnosis().findings.isEmpty, "at \(end) ms")
    }
  }
}
