import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct WorkAfterFinishRuleTests {
  private let script = TraceScript()
  private let asynchronous: TraceEvent.Flags = [.overridesStart, .overridesIsFinished]

  /// An import that starts at 1 ms and finishes at 10 ms, by default on the main thread, and stays inside `start()`.
  private func importing(
    on queue: QueueID,
    byItself: Bool = false,
    leavesMs: Double? = nil
  ) -> OperationID {
    let operation = script.operation("import", class: "Import", overrides: asynchronous)
    script.run(operation, on: queue, enqueued: 0, started: 1)
    let moment = byItself ? script.at(ms: 10) : script.at(ms: 10).on(script.mainThread)
    moment.finish(operation, returnsFromStart: false)
    if let leavesMs { script.at(ms: leavesMs).returnFromStart(operation) }
    return operation
  }

  @Test func namesWhatItsCancellationFinished() {
    let queue = script.queue("files")
    let operation = importing(on: queue, leavesMs: 310)
    script.at(ms: 10).cancel(operation)
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "work-after-finish",
          severity: .warning,
          certainty: .proven,
          operations: [operation],
          queues: [queue],
          since: TraceInstant(nanoseconds: 10_000_000),
          sentence: "import finished while its thread was still inside start(), and stayed there "
            + "for 300 ms more.",
          proof: [
            "import was started on thread 1001 1.00 ms into the recording, was cancelled 10.0 ms "
              + "into it and finished on the main thread 10.0 ms into it; its start() returned "
              + "300 ms later"
          ],
          advice: "Let Import finish where its work ends; cancel() and other paths may only ask "
            + "for that."
        )
    )
  }

  @Test func namesWhatIsStillAtWork() {
    _ = importing(on: script.queue("files"))
    let finding = script.diagnosis(endMs: 1_010).only
    #expect(
      finding?.sentence
        == "import finished while its thread was still inside start(), and has been there for "
        + "1.00 s more."
    )
    #expect(finding?.proof.first?.hasSuffix("; its start() has not returned") == true)
  }

  @Test func doesNotCountTheNotification() {
    let operation = importing(on: script.queue("files"), byItself: true, leavesMs: 460)
    let thread = ThreadID(rawValue: 1001)
    script.at(ms: 150).on(thread).returnFromFinishNotification(of: operation, afterMs: 140)
    #expect(script.diagnosis().only?.sentence.hasSuffix("stayed there for 310 ms more.") == true)
  }

  @Test func tellsManyOfAClassTogether() {
    let queue = script.queue("files")
    for _ in 0..<20 { _ = importing(on: queue, leavesMs: 310) }
    #expect(
      script.diagnosis().only?.sentence
        == "20 operations finished while their threads were still inside start(), and stayed there "
        + "for up to 300 ms more: import #1, import #2, import #3 and 17 more."
    )
  }

  // MARK: Near misses

  @Test func isSilentAboutAThreadThatLeavesSoon() {
    _ = importing(on: script.queue("files"), leavesMs: 109)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhileTheNotificationTakesItsTime() {
    let operation = importing(on: script.queue("files"), byItself: true, leavesMs: 310)
    let thread = ThreadID(rawValue: 1001)
    script.at(ms: 305).on(thread).returnFromFinishNotification(of: operation, afterMs: 295)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutANotificationThatHasNotReturned() {
    _ = importing(on: script.queue("files"), byItself: true)
    #expect(script.diagnosis(endMs: 2_000).findings.isEmpty)
  }

  @Test func isSilentAboutOneThatIsGone() {
    let operation = importing(on: script.queue("files"))
    script.at(ms: 20).deallocate(operation)
    #expect(script.diagnosis(endMs: 2_000).findings.isEmpty)
  }

  @Test func isSilentAboutClassesWithoutAState() {
    let queue = script.queue("files")
    let operation = script.operation("read", class: "Read")
    script.run(operation, on: queue, enqueued: 0, started: 1)
    script.at(ms: 10).on(script.mainThread).finish(operation, returnsFromStart: false)
    script.at(ms: 900).returnFromStart(operation)
    #expect(script.diagnosis().findings.isEmpty)
  }
}
