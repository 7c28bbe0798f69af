import OptraceCommands
import Testing
import TraceAnalysis
import TraceRendering

struct ExplainCommandTests {
  @Test
  func aFaultIsExplained() throws {
    let fault = try #require(DiagnosisCatalogue.fault(named: "never-finished"))
    let run = CommandRun("explain", "never-finished")
    #expect(run.exitCode == .success)
    #expect(run.output == FaultText.explanation(of: fault, TextStyle()))
    #expect(run.output.contains(fault.explanation.what))
    #expect(run.errors.isEmpty)
  }

  @Test
  func everyNameThatIsListedIsExplained() {
    let names = DiagnosisCatalogue.faults.map(\.name) + ThresholdSetting.all.map(\.name)
    for name in names {
      let run = CommandRun("explain", name)
      #expect(run.exitCode == .success)
      #expect(run.output.hasPrefix(name))
    }
  }

  @Test
  func withoutANameAllAreListed() {
    let run = CommandRun("explain")
    #expect(run.exitCode == .success)
    #expect(run.output == FaultText.list(TextStyle()))
    #expect(run.output == CommandRun("diagnose", "--list").output)
  }

  @Test(arguments: [
    ("never-finishd", "'never-finishd'; did you mean never-finished?"),
    ("NEVER-FINISHED", "'NEVER-FINISHED'; did you mean never-finished?"),
    ("deadlock", "'deadlock'; did you mean self-deadlock?"),
    ("kindfactor", "'kindfactor'; did you mean kind-factor?"),
    ("zebra", "'zebra'; `optrace explain` lists them"),
    ("\u{1B}[2J", "'\\u{1B}[2J'; `optrace explain` lists them"),
  ])
  func aTypoGetsASuggestion(name: String, words: String) {
    let run = CommandRun("explain", name)
    #expect(run.exitCode == .usage)
    #expect(run.output.isEmpty)
    #expect(run.errors == "optrace: there is no fault \(words)\n")
  }

  @Test
  func aTerminalGetsItsWidth() {
    let run = CommandRun("explain", terminal: .init(columns: 120))
    #expect(run.output == FaultText.list(TextStyle(width: 120, usesColor: true)))
  }

  @Test(arguments: [
    (["diagnose", "--list", "run.optrace"], "there is one argument too many: 'run.optrace'"),
    (
      ["diagnose", "--list", "--json"],
      "--json and --list exclude one another; leave one of them out"
    ),
  ])
  func theListTakesNothingElse(words: [String], message: String) {
    let run = CommandRun(words: words)
    #expect(run.exitCode == .usage)
    #expect(run.errors == "optrace: \(message); see `optrace help diagnose`\n")
  }
}
