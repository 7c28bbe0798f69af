import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct ExecutingTooLongRuleTests {
  private let script = TraceScript()

  @Test func namesTheThread() {
    let queue = script.queue("images", limit: 2)
    let (decode, upload) = (script.operation("decode", class: "Decode"), script.operation("upload"))
    script.at(ms: 0).enqueue(decode, on: queue).depend(upload, on: decode).enqueue(
      upload,
      on: queue
    )
    script.at(ms: 400).on(ThreadID(rawValue: 4711)).start(decode)
    let finding = script.diagnosis(endMs: 12_800).only
    #expect(
      finding
        == Finding(
          rule: "executing-too-long",
          severity: .error,
          certainty: .likely,
          operations: [decode],
          queues: [queue],
          since: TraceInstant(nanoseconds: 400_000_000),
          sentence: "decode has been executing on thread 4711 for 12.4 s, and its start() has not "
            + "returned; it holds one of 2 slots of queue images; upload waits for it.",
          proof: [
            "upload has waited 12.8 s for decode",
            "decode entered start() on thread 4711 400 ms into the recording, and is in no wait "
              + "that the recording shows",
          ],
          advice: "Look at the stack of thread 4711 for the lock, semaphore or input it waits for, "
            + "and give that a timeout; if it computes that long, raise the stall threshold.",
          blocked: [upload],
          edges: [
            ProofEdge(from: .operation(upload), to: .operation(decode), by: .dependency)
          ]
        )
    )
  }

  @Test func tellsManyOfAQueueTogether() {
    let queue = script.queue("images")
    let all = (0..<9).map { script.operation("decode \($0)") }
    for operation in all { script.run(operation, on: queue, enqueued: 0, started: 0) }
    let finding = script.diagnosis(endMs: 61_000).only
    #expect(finding?.operations == all)
    #expect(
      finding?.sentence
        == "9 operations of queue images have been executing for up to 1 min 1 s, and their start() "
        + "has not returned: \"decode 0\", \"decode 1\", \"decode 2\" and 6 more."
    )
  }

  @Test func namesTheInnerOneOfTwoOnAThread() {
    let queue = script.queue("q")
    let (outer, inner) = (script.operation("outer"), script.operation("inner"))
    script.run(outer, on: queue, enqueued: 0, started: 1)
    script.at(ms: 2).by(outer).start(inner)
    let finding = script.diagnosis(endMs: 9_000).only
    #expect(finding?.operations == [inner])
    #expect(finding?.blocked == [outer])
    #expect(
      finding?.proof.first
        == "outer has been blocked for 9.00 s in start() of inner, which it called itself"
    )
  }

  // MARK: Near misses

  @Test func isSilentBelowTheStallThreshold() {
    let queue = script.queue("q")
    script.run(script.operation("encode"), on: queue, enqueued: 0, started: 0)
    #expect(script.diagnosis(endMs: 4_900).findings.isEmpty)
    let patient = DiagnosisThresholds([.stall: .seconds(60)])
    #expect(script.diagnosis(endMs: 50_000, thresholds: patient).findings.isEmpty)
  }

  @Test func isSilentAboutAKindThatTakesLong() {
    let queue = script.queue("q", limit: 1)
    let first = script.operation("first", class: "Encode")
    let (second, third) = (script.operation("second", class: "Encode"), script.operation("third"))
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 4_000)
    script.run(second, on: queue, enqueued: 0, started: 4_000)
    script.at(ms: 0).enqueue(third, on: queue)
    #expect(script.diagnosis(endMs: 14_000).findings.isEmpty)
  }

  @Test func isSilentAboutALongComputationInABusyProcess() {
    let queue = script.queue("q")
    script.run(script.operation("index", class: "Index"), on: queue, enqueued: 0, started: 0)
    script.keepBusy(fromMs: 0, toMs: 30_000)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutOneThatWaitsForSlowWork() {
    let queue = script.queue("q")
    let (outer, inner) = (script.operation("outer"), script.operation("inner"))
    script.run(outer, on: queue, enqueued: 0, started: 1)
    script.at(ms: 2).by(outer).enqueue(inner, on: queue).wait(for: inner)
    script.run(inner, started: 3_000)
    #expect(script.diagnosis(endMs: 7_000).findings.isEmpty)
  }
}
