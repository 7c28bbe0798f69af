import Testing
import TraceAnalysis
import TraceTestSupport

@testable import OptraceCommands

/// What `--allow` and `--threshold` set.
struct DiagnosisSettingsTests {
  private let stuck = TraceScript.stuckRun().log(endMs: 500).fileBytes()

  @Test
  func theOptionsAreRead() throws {
    var arguments = ParsedArguments()
    arguments.lists = [
      "allow": ["never-finished", "queue-suspended", "never-finished"],
      "threshold": ["stall=10s", "chain=5000", "main-wait=0s"],
    ]
    let settings = try DiagnosisSettings(arguments)
    #expect(settings.allowed == ["never-finished", "queue-suspended"])
    let expected = DiagnosisThresholds(
      [.stall: .seconds(10), .mainWait: .zero],
      counts: [.chain: 5000]
    )
    #expect(settings.thresholds == expected)
    #expect(settings.file == nil)
  }

  @Test
  func withoutOptionsNothingIsSet() throws {
    #expect(try DiagnosisSettings(ParsedArguments()) == DiagnosisSettings())
    #expect(DiagnosisSettings().thresholds == DiagnosisThresholds())
  }

  @Test
  func everyThresholdCanBeSetByItsName() throws {
    for name in DiagnosisThresholds.Name.allCases {
      var settings = DiagnosisSettings()
      try settings.set(name.rawValue, to: "17ms")
      #expect(settings.thresholds == DiagnosisThresholds([name: .milliseconds(17)]))
    }
    for count in DiagnosisThresholds.Count.allCases {
      var settings = DiagnosisSettings()
      try settings.set(count.rawValue, to: "17")
      #expect(settings.thresholds == DiagnosisThresholds(counts: [count: 17]))
    }
  }

  @Test
  func othersWinAndAllowMore() {
    let ours = DiagnosisSettings(
      allowed: ["a"],
      durations: [.stall: .seconds(1), .idle: .seconds(1)],
      counts: [.chain: 1],
      file: "optrace.json"
    )
    let others = DiagnosisSettings(
      allowed: ["b"],
      durations: [.stall: .seconds(2)],
      counts: [.chain: 2]
    )
    let both = DiagnosisSettings(
      allowed: ["a", "b"],
      durations: [.stall: .seconds(2), .idle: .seconds(1)],
      counts: [.chain: 2],
      file: "optrace.json"
    )
    #expect(ours.overridden(by: others) == both)
  }

  @Test(arguments: [
    (
      ["--allow", "dependncy-cycle"],
      "--allow: there is no rule 'dependncy-cycle'; did you mean dependency-cycle?"
    ),
    (
      ["--allow=\u{1B}[2J"],
      "--allow: there is no rule '\\u{1B}[2J'; `optrace explain` lists them"
    ),
    (["--threshold", "stal=5s"], "--threshold: there is no threshold 'stal'; did you mean stall?"),
    (
      ["--threshold", "stall"],
      "--threshold must be a name and a value such as stall=10s, not 'stall'"
    ),
    (
      ["--threshold", "stall=5"],
      "--threshold: stall must be a length of time such as 100us, 500ms, 5s or 2min, not '5'"
    ),
    (
      ["--threshold", "chain=-1"],
      "--threshold: chain must be a whole number such as 1000, not '-1'"
    ),
    (
      ["--threshold", "kind-factor=5s"],
      "--threshold: kind-factor must be a whole number such as 3, not '5s'"
    ),
    (
      ["--threshold", "stall=5s", "--threshold=stall=5s"],
      "--threshold stall is given twice; leave one of them out"
    ),
  ])
  func mistakesAreNamed(options: [String], words: String) {
    let run = CommandRun(words: ["diagnose", "-"] + options, input: stuck)
    #expect(run.exitCode == .usage)
    #expect(run.output.isEmpty)
    #expect(run.errors == "optrace: \(words); see `optrace help diagnose`\n")
  }

  @Test
  func aNameThatIsLikeNoneGetsThemAll() {
    let run = CommandRun("diagnose", "-", "--threshold", "zebra=1", input: stuck)
    for setting in ThresholdSetting.all { #expect(run.errors.contains(setting.name)) }
    #expect(run.errorLines.count == 1)
  }
}
