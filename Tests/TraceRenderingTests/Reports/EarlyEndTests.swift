import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@testable import TraceRendering

/// Recordings that ended while the program went on, as there was no room for more.
struct EarlyEndTests {
  private func trace(isFull: Bool) -> Trace {
    let script = TraceScript()
    let queue = script.queue("work")
    script.run(script.operation("a"), on: queue, enqueued: 0, started: 1)
    var log = script.log(endMs: 20)
    if isFull { log.losses = [EventLog.Loss(reason: .noSpace, count: 30)] }
    return Trace(log)
  }

  /// What was not recorded any more says nothing of the program.
  @Test
  func whatHadNotFinishedIsToldOfTheRecordingAndNotOfTheProgram() {
    let diagnosis = Diagnosis(findings: [], stalled: [:])
    let full = trace(isFull: true)
    #expect(
      full.verdict(diagnosis, charset: .unicode)
        == "nothing is stalled; 1 operation had not finished when the recording ended"
    )
    #expect(full.summaryText().contains("it ended before the program did"))
    #expect(!full.summaryText().contains("still running"))
    let other = trace(isFull: false)
    #expect(other.verdict(diagnosis, charset: .unicode).hasSuffix("had not finished at the end"))
    #expect(other.summaryText().contains("still running"))
  }
}
