import Foundation
import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@testable import OptraceCommands

struct DiagnoseCommandTests {
  private let healthy = TraceScript.healthyRun().log().fileBytes()
  private let stuck = TraceScript.stuckRun().log(endMs: 500).fileBytes()

  @Test
  func theStatusTellsWhetherSomethingIsStuck() {
    let fine = CommandRun("diagnose", "-", input: healthy)
    #expect(fine.exitCode == .success)
    #expect(fine.output == "nothing is stalled\n")
    let bad = CommandRun("diagnose", "-", input: stuck)
    #expect(bad.exitCode == .stuck)
    #expect(bad.output.contains("error: dependency-cycle\n"))
    #expect(bad.errors.isEmpty)
  }

  /// What was told of while the program ran is not denied by its trace.
  @Test
  func theTimeAfterWhichAStallWasToldOfHoldsForTheTrace() {
    func run(stallAfterMs: UInt64) -> CommandRun {
      let script = TraceScript()
      script.header.stallAfterNanoseconds = stallAfterMs * 1_000_000
      let (net, other) = (script.queue("net", limit: 1), script.queue("other"))
      let (upload, notify) = (script.operation("upload"), script.operation("notify"))
      let missing = script.operation("missing")
      script.at(ms: 0).depend(notify, on: missing)
      script.run(upload, on: net, enqueued: 0, started: 0, finished: 1)
      script.at(ms: 1).enqueue(notify, on: net)
      for number in 0..<30 {
        let start = Double(number) * 100
        script.run(
          script.operation("poll"),
          on: other,
          enqueued: start,
          started: start,
          finished: start + 90
        )
      }
      return CommandRun("diagnose", "-", input: script.log(endMs: 3_000).fileBytes())
    }
    let standard = run(stallAfterMs: 0)
    #expect(standard.exitCode == .success)
    #expect(standard.output.contains("nothing is stalled"))
    let told = run(stallAfterMs: 1_000)
    #expect(told.exitCode == .stuck)
    #expect(told.output.contains("dependency-not-enqueued"))
  }

  /// What may have gone on unseen is neither called stuck nor called well.
  @Test
  func whatCameAfterALossIsNotJudged() {
    let script = TraceScript()
    let queue = script.queue("net", limit: 1)
    let (stuck, missing) = (script.operation("stuck"), script.operation("missing"))
    script.run(script.operation("first"), on: queue, enqueued: 0, started: 0, finished: 1)
    script.at(ms: 50).record(.lost, argument: 12, detail: TraceEvent.LossReason.limit.rawValue)
    script.at(ms: 60).depend(stuck, on: missing).enqueue(stuck, on: queue)
    let run = CommandRun("diagnose", "-", input: script.log(endMs: 20_000).fileBytes())
    #expect(run.exitCode == .success)
    #expect(run.output.hasPrefix("nothing was stalled until 50.0 ms; events were lost then, so "))
  }

  @Test
  func whereEventsWereLostFromTheBeginningNothingIsJudged() {
    let script = TraceScript()
    let queue = script.queue("net")
    script.at(ms: 0).record(.lost, argument: 12, detail: TraceEvent.LossReason.damaged.rawValue)
    script.run(script.operation("late"), on: queue, enqueued: 1, started: 1, finished: nil)
    let run = CommandRun("diagnose", "-", input: script.log(endMs: 20_000).fileBytes())
    let words = "events were lost from the beginning on, so what is stalled can't be judged; 1"
    #expect(run.output.hasPrefix(words))
    #expect(!run.output.contains("0 ms"))
  }

  @Test(arguments: [
    (0, "nothing is stalled\n", "32"), (1, "nothing is stalled; 1 of 4 operations failed\n", "32"),
    (2, "nothing is stalled; 2 of 4 operations failed\n", "32"),
    (3, "nothing is stalled; 3 of 4 operations failed\n", "33"),
    (4, "nothing is stalled; 4 of 4 operations failed\n", "33"),
  ])
  func theVerdictSaysHowManyFailed(failed: Int, line: String, color: String) {
    let script = TraceScript()
    let queue = script.queue("net")
    for number in 0..<4 {
      let fetch = script.operation("fetch \(number)")
      script.run(fetch, on: queue, enqueued: 0, started: 1, finished: nil)
      if number < failed { script.at(ms: 2).fail(fetch, "no network") }
      script.at(ms: 3).finish(fetch)
    }
    script.at(ms: 4).stop()
    let bytes = script.log().fileBytes()
    let run = CommandRun("diagnose", "-", input: bytes)
    #expect(run.exitCode == .success)
    #expect(run.output.hasPrefix(line))
    let shown = CommandRun("diagnose", "-", input: bytes, terminal: .init(columns: 80))
    #expect(shown.output.hasPrefix("\u{1B}[\(color)m\(line.dropLast())"), "\(shown.output)")
    let view = CommandRun("diagnose", "-", "--focus", "name:'fetch 0'", input: bytes)
    #expect(view.output.contains("; 1 of 1 operation failed\n") == (failed > 0), "\(view.output)")
  }

  @Test
  func aWarningLeavesTheStatus() {
    let script = TraceScript()
    let queue = script.queue("q")
    let (first, second) = (script.operation("first"), script.operation("second"))
    script.at(ms: 0).depend(second, on: first)
    script.run(first, on: queue, enqueued: 1)
    script.at(ms: 1.5).cancel(first)
    script.run(first, started: 2, finished: 2.1)
    script.run(second, on: queue, enqueued: 1, started: 3, finished: 9)
    script.at(ms: 10).stop()
    let run = CommandRun("diagnose", "-", input: script.log().fileBytes())
    #expect(run.output.contains("warning: ran-after-cancelled-dependency"))
    #expect(run.exitCode == .success)
  }

  @Test
  func strictlyAWarningCounts() {
    let script = TraceScript()
    let (queue, load) = (script.queue("q"), script.operation("load"))
    let show = script.operation("show")
    script.at(ms: 0).depend(show, on: load)
    script.at(ms: 1).enqueue(load, on: queue).cancel(load)
    script.run(load, started: 2, finished: 2.1)
    script.run(show, on: queue, enqueued: 1, started: 3, finished: 9)
    let bytes = script.log().fileBytes()
    let rule = "ran-after-cancelled-dependency"
    #expect(CommandRun("diagnose", "-", input: bytes).exitCode == .success)
    #expect(CommandRun("diagnose", "-", "--strict", input: bytes).exitCode == .stuck)
    #expect(CommandRun("diagnose", "-", "--strict", "--json", input: bytes).exitCode == .stuck)
    let allowed = CommandRun("diagnose", "-", "--strict", "--allow", rule, input: bytes)
    #expect(allowed.exitCode == .success)
    #expect(CommandRun("diagnose", "-", "--strict", input: healthy).exitCode == .success)
  }

  @Test(arguments: [[], ["--json"], ["--junit"]])
  func whatItSaysCanGoIntoAFile(format: [String]) throws {
    let folder = try TemporaryFolder()
    let words = ["diagnose", "-"] + format
    let terminal = CommandEnvironment.Terminal(columns: 132)
    let run = CommandRun(
      words: words + ["-o", folder.file("out")],
      input: stuck,
      terminal: terminal
    )
    #expect(run.exitCode == .stuck)
    #expect(run.output.isEmpty && run.errors.isEmpty)
    let piped = CommandRun(words: words, input: stuck)
    #expect(String(decoding: try folder.read("out"), as: UTF8.self) == piped.output)
    #expect(CommandRun(words: words + ["-o", "-"], input: stuck).output == piped.output)

    let missing = CommandRun(words: words + ["-o", folder.file("no/out")], input: stuck)
    #expect(missing.exitCode == .cantWrite)
    #expect(missing.errors.hasPrefix("optrace: can't write \(folder.file("no/out")): "))
  }

  @Test
  func jsonAndJUnitExcludeOneAnother() {
    let run = CommandRun("diagnose", "-", "--junit", "--json", input: stuck)
    #expect(run.exitCode == .usage)
    #expect(
      run.errors == """
        optrace: --json and --junit exclude one another; leave one of them out; see `optrace help diagnose`

        """
    )
  }

  @Test
  func whatIsAllowedIsToldAndDoesNotCount() {
    let run = CommandRun("diagnose", "-", "--allow", "dependency-cycle", input: stuck)
    #expect(run.exitCode == .success)
    #expect(run.errors.isEmpty)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 4)
    let verdict = "nothing is stalled; 1 finding allowed; 3 operations had not finished at the end"
    #expect(lines[0...1] == [verdict[...], ""])
    #expect(lines[2].hasPrefix("allowed: dependency-cycle: "))
    #expect(lines[2].count <= 80)
    let json = CommandRun("diagnose", "-", "--allow=dependency-cycle", "--json", input: stuck)
    #expect(json.exitCode == .success)
    #expect(json.output.contains(#""hasErrors" : false"#))
  }

  @Test
  func aThresholdDecidesFromWhenOnItIsSaid() {
    let script = TraceScript()
    let queue = script.queue("q")
    script.at(ms: 1).suspend(queue).enqueue(script.operation("a"), on: queue)
    let bytes = script.log(endMs: 3000).fileBytes()
    #expect(CommandRun("diagnose", "-", input: bytes).exitCode == .stuck)
    let later = CommandRun("diagnose", "-", "--threshold", "idle=3s", input: bytes)
    #expect(later.exitCode == .success)
    #expect(later.output.hasPrefix("nothing is stalled"))
  }

  @Test
  func jsonSaysTheSame() throws {
    let run = CommandRun("diagnose", "-", "--json", input: stuck)
    #expect(run.exitCode == .stuck)
    let document = try JSONDecoder().decode(DiagnosisDocument.self, from: Data(run.output.utf8))
    let trace = Trace(TraceScript.stuckRun().log(endMs: 500))
    #expect(document == DiagnosisDocument(trace.diagnosis(), of: trace))
    #expect(document.schemaVersion == 1)
    #expect(document.kind == "diagnosis")
    #expect(document.hasErrors)
    let finding = try #require(document.findings.first)
    #expect(finding.rule == "dependency-cycle")
    #expect(finding.severity == "error")
    #expect(Set(finding.operations.map(\.name)) == ["fetch", "store"])
    #expect(finding.queues.map(\.name) == ["database"])
    #expect(finding.blocked.map(\.name) == ["report"])
    #expect(!finding.sentence.isEmpty && !finding.advice.isEmpty && !finding.proof.isEmpty)
    #expect(document.stalled.map(\.operation.name) == ["fetch", "store", "report"])
    #expect(document.stalled.allSatisfy { $0.finding == 0 })
  }

  @Test
  func jsonOfAHealthyRunHasNoFindings() throws {
    let run = CommandRun("diagnose", "-", "--json", input: healthy)
    #expect(run.exitCode == .success)
    let document = try JSONDecoder().decode(DiagnosisDocument.self, from: Data(run.output.utf8))
    #expect(!document.hasErrors)
    #expect(document.findings.isEmpty)
    #expect(document.trace.startedAt == "2025-11-30T10:53:20.123Z")
    #expect(document.trace.durationNanoseconds == 51_000_000)
    #expect(document.trace.wasStopped)
  }

  @Test
  func jsonHasTheShapeThatIsPromised() throws {
    try GoldenFile("diagnosis.json").expect(FullDiagnosis.document.text())
  }

  @Test
  func jsonSaysByWhatTheRulesWent() throws {
    let folder = try TemporaryFolder()
    let trace = try folder.write(stuck, to: "stuck.optrace")
    let settings = #"{"allow": ["never-finished"], "thresholds": {"stall": "10s", "chain": 5000}}"#
    let file = try folder.write(Array(settings.utf8), to: "optrace.json")
    let run = CommandRun(
      "diagnose",
      trace,
      "--json",
      "--allow=self-deadlock",
      "--threshold=stall=7s"
    )
    let document = try JSONDecoder().decode(DiagnosisDocument.self, from: Data(run.output.utf8))
    #expect(document.settings.file == file)
    #expect(document.settings.allowed == ["never-finished", "self-deadlock"])
    #expect(document.settings.nanoseconds["stall"] == 7_000_000_000)
    #expect(document.settings.nanoseconds["main-wait"] == 100_000_000)
    #expect(document.settings.nanoseconds.count == DiagnosisThresholds.Name.allCases.count)
    #expect(document.settings.counts["chain"] == 5000)
    #expect(document.settings.counts.count == DiagnosisThresholds.Count.allCases.count)
  }

  @Test
  func jsonTellsHowWhatIsBlockedIsHeldUp() {
    let finding = FullDiagnosis.document.findings[0]
    #expect(finding.blocked.map(\.name) == ["report", "watch"])
    #expect(finding.blocked.map(\.rule) == ["blocked-by-stall", "barrier-blocked"])
    #expect(finding.durationNanoseconds == 499_000_000)
    #expect(FullDiagnosis.document.findings[1].durationNanoseconds == nil)
    #expect(FullDiagnosis.document.findings.map(\.allowed) == [false, true])
  }

  @Test
  func namesFromStrangersDoNoHarm() throws {
    let name = "\u{1B}[2J\u{9B}31m\"\u{202E}\u{E0041}\n</x>"
    let script = TraceScript()
    let (queue, loop) = (script.queue(name), script.operation(name))
    let other = script.operation("other")
    script.at(ms: 0).depend(loop, on: other).depend(other, on: loop)
    script.at(ms: 1).enqueue(loop, on: queue).enqueue(other, on: queue)
    let bytes = script.log(endMs: 900).fileBytes()

    let text = CommandRun("diagnose", "-", input: bytes).output
    let json = CommandRun("diagnose", "-", "--json", input: bytes).output
    for output in [text, json] {
      let scalars = output.unicodeScalars.filter { $0 != "\n" }
      #expect(!scalars.contains { $0.properties.generalCategory == .control })
      #expect(!scalars.contains { $0.properties.generalCategory == .format })
    }
    let document = try JSONDecoder().decode(DiagnosisDocument.self, from: Data(json.utf8))
    #expect(document.findings.first?.queues.first?.name == name)
  }

  @Test(arguments: ["diagnose", "graph"])
  func theTraceIsNotWrittenOver(command: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(stuck, to: "run.svg")
    let run = CommandRun(command, path, "-o", folder.path + "/./run.svg")
    #expect(run.exitCode == .usage)
    #expect(run.errors.contains("run.svg is the trace itself, which is not written over"))
    #expect(try folder.read("run.svg") == stuck)
  }

  /// A cycle of fetch and store, and load, which goes well.
  private static let half: [UInt8] = {
    let script = TraceScript.stuckRun()
    script.run(
      script.operation("load"),
      on: script.queue("net"),
      enqueued: 1,
      started: 1,
      finished: 2
    )
    return script.log(endMs: 500).fileBytes()
  }()

  @Test
  func itsVerdictAndStatusGoByWhatIsSelected() throws {
    let stuck = CommandRun("diagnose", "-", "--focus", "report", input: Self.half)
    #expect(stuck.exitCode == .stuck)
    let lines = stuck.output.split(separator: "\n").map(String.init)
    #expect(lines[0] == "1 stalled: report")
    #expect(lines[1] == "only about 1 of 4 operations: --focus report")
    #expect(stuck.output.contains("dependency-cycle"))
    let well = CommandRun("diagnose", "-", "--focus", "load", input: Self.half)
    #expect(well.exitCode == .success)
    #expect(
      well.output == """
        none of these is stalled, but 3 other operations are
        only about 1 of 4 operations: --focus load; 1 other finding left out

        """
    )
    #expect(CommandRun("diagnose", "-", input: Self.half).exitCode == .stuck)
  }

  @Test
  func documentsSayToWhatTheyWereNarrowed() throws {
    let run = CommandRun("diagnose", "-", "--json", "--queue", "net", input: Self.half)
    #expect(run.exitCode == .success)
    let document = try JSONDecoder().decode(DiagnosisDocument.self, from: Data(run.output.utf8))
    #expect(document.findings.isEmpty)
    #expect(document.stalled.isEmpty)
    #expect(
      document.selection
        == .init(options: "--queue net", operationCount: 1, otherFindingCount: 1)
    )
    let whole = CommandRun("diagnose", "-", "--json", input: Self.half)
    #expect(!whole.output.contains("\"selection\""))
    let junit = CommandRun("diagnose", "-", "--junit", "--queue", "net", input: Self.half)
    #expect(junit.exitCode == .success)
    #expect(junit.output.contains("failures=\"0\""))
    #expect(junit.output.contains("only about 1 of 4 operations: --queue net"))
  }
}
