import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering
import TraceTestSupport

@Suite
struct ReportTextTests {
  private typealias Report = @Sendable (SampleRun, TextStyle) -> String

  private static let diagnosis: Report = { $0.trace.diagnosisText($0.diagnosis, $1) }
  private static let summary: Report = {
    $0.trace.summaryText($1, diagnosis: $0.diagnosis, criticalPath: $0.criticalPath)
  }
  private static let events: Report = { $0.trace.eventText($1) }
  private static let state: Report = { $0.trace.stateText(at: $0.middle, $1) }

  @Test(arguments: SampleRun.all)
  func `The diagnosis is as the golden file says`(run: SampleRun) throws {
    try GoldenFile("\(run.name).diagnosis.txt").expect(Self.diagnosis(run, TextStyle()))
  }

  @Test(arguments: SampleRun.all)
  func `The summary is as the golden file says`(run: SampleRun) throws {
    try GoldenFile("\(run.name).summary.txt").expect(Self.summary(run, TextStyle()))
  }

  @Test(arguments: SampleRun.all)
  func `The events are as the golden file says`(run: SampleRun) throws {
    try GoldenFile("\(run.name).events.txt").expect(Self.events(run, TextStyle()))
  }

  @Test(arguments: SampleRun.all)
  func `The state in the middle is as the golden file says`(run: SampleRun) throws {
    try GoldenFile("\(run.name).state.txt").expect(Self.state(run, TextStyle()))
  }

  @Test(arguments: SampleRun.all, TextStyle.Charset.allCases)
  func `Diagnosis, summary and state fit any width`(run: SampleRun, charset: TextStyle.Charset) {
    for width in Array(40...130) + [400] {
      let style = TextStyle(width: width, charset: charset)
      for report in [Self.diagnosis, Self.summary, Self.state] {
        let widest = report(run, style).split(separator: "\n").map { DisplayWidth.of($0) }.max()
        #expect(widest ?? 0 <= width, "width \(width)")
      }
    }
  }

  @Test(arguments: SampleRun.all)
  func `Nothing in them takes over a terminal, and ASCII is ASCII`(run: SampleRun) {
    for report in [Self.diagnosis, Self.summary, Self.events, Self.state] {
      let lines = report(run, TextStyle()).split(separator: "\n")
      #expect(lines.allSatisfy { String($0).isSafeToShow })
      let ascii = report(run, TextStyle(charset: .ascii))
      #expect(ascii.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
    }
  }

  @Test(arguments: SampleRun.all)
  func `Colour changes nothing but colour`(run: SampleRun) {
    for report in [Self.diagnosis, Self.summary, Self.events, Self.state] {
      let colored = report(run, TextStyle(usesColor: true))
      let escape = /\u{1B}\[[0-9;]*m/
      #expect(colored.contains(escape))
      #expect(colored.replacing(escape, with: "") == report(run, TextStyle()))
    }
  }

  @Test
  func `Every kind of event but those that say who is who has a line of its own`() {
    let silent: Set<TraceEvent.Kind> = [
      .operationSeen, .operationNamed, .queueSeen, .queueNamed, .classSeen, .threadSeen,
      .processorsSeen,
    ]
    let script = TraceScript()
    let queue = script.queue("q")
    let operation = script.operation("a")
    for kind in TraceEvent.Kind.allCases where !silent.contains(kind) {
      script.at(ms: 1).record(kind, operation: operation, queue: queue, argument: 1)
    }
    let lines = Trace(script.log()).eventText().split(separator: "\n")
      .filter { $0.hasPrefix("0.001") }
    #expect(lines.count == TraceEvent.Kind.allCases.count - silent.count)
    #expect(Set(lines).count == lines.count)
  }

  @Test
  func `A finding that is only likely says so, also where there is little room`() {
    let finding = Finding(
      rule: "a-rule-with-quite-a-long-name",
      severity: .warning,
      certainty: .likely,
      operations: [],
      since: .zero,
      sentence: "It may be so.",
      advice: "Look."
    )
    let diagnosis = Diagnosis(findings: [finding], stalled: [:])
    for width in [40, 80] {
      let text = Trace(EventLog()).diagnosisText(diagnosis, TextStyle(width: width))
      #expect(text.contains("warning: a-rule-with-quite-a-long-name"))
      #expect(text.contains("(likely, not proven)"))
    }
  }

  @Test(arguments: SampleRun.all.filter(\.diagnosis.hasErrors), [40, 80, 120])
  func `What is allowed is told in a line each, and does not count`(run: SampleRun, width: Int) {
    var allowed = Diagnosis(findings: run.diagnosis.findings, stalled: [:])
    for position in allowed.findings.indices { allowed.findings[position].isAllowed = true }
    let style = TextStyle(width: width)
    let lines = run.trace.diagnosisText(allowed, style).split(separator: "\n")
    #expect(lines[0].hasPrefix("nothing is stalled"))
    let told = lines.filter { $0.hasPrefix("allowed: ") }
    #expect(told.count == run.diagnosis.findings.count)
    for (line, finding) in zip(told, run.diagnosis.findings) {
      #expect(line.hasPrefix("allowed: \(finding.rule): ".prefix(20)))
    }
    for text in [
      run.trace.dot(diagnosis: allowed), run.trace.timelineText(diagnosis: allowed),
      run.trace.summaryText(diagnosis: allowed),
    ] {
      #expect(text.contains("nothing is stalled"))
      #expect(!text.contains("STALLED"))
      for finding in run.diagnosis.findings { #expect(!text.contains(finding.advice.prefix(12))) }
    }
  }

  @Test
  func `What was lost is said in every report`() {
    var log = TraceScript().log()
    log.problems = (1...5).map {
      TraceProblem(offset: $0 * 4_096, message: "chunk \($0) is damaged")
    }
    let trace = Trace(log)
    let empty = Diagnosis(findings: [], stalled: [:])
    let texts = [
      trace.diagnosisText(empty), trace.summaryText(), trace.eventText(), trace.timelineText(),
    ]
    for text in texts {
      #expect(text.contains("incomplete: chunk 1 is damaged (at byte 4,096)\n"))
      #expect(text.contains("incomplete: 2 more problems\n"))
    }
  }
}

extension SampleRun {
  /// A moment in the middle of the run.
  fileprivate var middle: TraceInstant {
    TraceInstant(nanoseconds: trace.end.nanoseconds / 2)
  }
}
