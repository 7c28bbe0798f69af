import Foundation
import Testing
import TraceAnalysis
import TraceTestSupport

@testable import OptraceCommands

/// The file `optrace.json` beside a trace.
struct SettingsFileTests {
  private let folder: TemporaryFolder
  private let trace: String

  init() throws {
    folder = try TemporaryFolder()
    let bytes = TraceScript.stuckRun().log(endMs: 500).fileBytes()
    trace = try folder.write(bytes, to: "stuck.optrace")
  }

  private var file: String { folder.file(SettingsFile.name) }

  private func write(_ text: String) throws {
    _ = try folder.write(Array(text.utf8), to: SettingsFile.name)
  }

  @Test
  func itSetsWhatTheOptionsSet() throws {
    try write(
      """
      {
        "allow": ["never-finished", "dependency-cycle"],
        "thresholds": {"stall": "10s", "chain": 5000}
      }
      """
    )
    let expected = DiagnosisSettings(
      allowed: ["never-finished", "dependency-cycle"],
      durations: [.stall: .seconds(10)],
      counts: [.chain: 5000],
      file: file
    )
    #expect(try SettingsFile.settings(forTrace: trace) == expected)
  }

  @Test(arguments: ["{}", #"{"allow": []}"#, #"{"thresholds": {}}"#, " {\n} \n"])
  func itMaySetNothing(text: String) throws {
    try write(text)
    #expect(try SettingsFile.settings(forTrace: trace) == DiagnosisSettings(file: file))
  }

  @Test
  func withoutAFileNothingIsSet() throws {
    #expect(try SettingsFile.settings(forTrace: trace) == DiagnosisSettings())
    #expect(try SettingsFile.settings(forTrace: "-") == DiagnosisSettings())
    #expect(try SettingsFile.settings(forTrace: trace + "/in-a-file") == DiagnosisSettings())
  }

  @Test
  func allCommandsThatDiagnoseGoByItAndSaySo() throws {
    for command in ["diagnose", "summary", "timeline", "graph"] {
      #expect(CommandRun(command, trace).output.contains("3 stalled: "), "\(command)")
    }
    try write(#"{"allow": ["dependency-cycle"]}"#)
    for command in ["diagnose", "summary", "timeline", "graph"] {
      let run = CommandRun(command, trace)
      #expect(run.exitCode == .success)
      #expect(run.errors == "optrace: note: settings are taken from \(file)\n")
      #expect(run.output.contains("nothing is stalled; 1 finding allowed"), "\(command)")
      #expect(!run.output.contains("STALLED"), "\(command)")
    }
    let log = CommandRun("timeline", trace, "--events")
    #expect(log.errors.isEmpty, "nothing is diagnosed for a log of events")
  }

  @Test
  func theCommandLineWins() throws {
    let script = TraceScript()
    let queue = script.queue("q")
    script.at(ms: 1).suspend(queue).enqueue(script.operation("a"), on: queue)
    _ = try folder.write(script.log(endMs: 3000).fileBytes(), to: "stuck.optrace")
    try write(#"{"thresholds": {"idle": "1h"}}"#)
    #expect(CommandRun("diagnose", trace).exitCode == .success)
    #expect(CommandRun("diagnose", trace, "--threshold", "idle=1s").exitCode == .stuck)
  }

  @Test(arguments: [
    (#"{"alow": []}"#, #"there is no setting "alow"; did you mean "allow"?"#),
    (
      #"{"zebra\u001b": []}"#,
      #"there is no setting "zebra\u{1B}"; there are "allow" and "thresholds""#
    ),
    (
      #"{"allow": "never-finished"}"#,
      #""allow" must be a list of rules such as ["main-thread-wait"], not 'never-finished'"#
    ),
    (
      #"{"allow": [1]}"#,
      #""allow" must hold names of rules such as "main-thread-wait", not '1'"#
    ),
    (
      #"{"allow": ["never-finish"]}"#,
      #""allow": there is no rule 'never-finish'; did you mean never-finished?"#
    ),
    (
      #"{"thresholds": ["stall"]}"#,
      #""thresholds" must be an object such as {"stall": "10s"}, not 'a list'"#
    ),
    (
      #"{"thresholds": {"stal": "5s"}}"#,
      #""thresholds": there is no threshold 'stal'; did you mean stall?"#
    ),
    (
      #"{"thresholds": {"stall": 10}}"#,
      #""thresholds": stall must be a length of time such as 100us, 500ms, 5s or 2min, not '10'"#
    ),
    (
      #"{"thresholds": {"chain": true}}"#,
      #""thresholds": chain must be a whole number such as 1000, not 'true'"#
    ),
    (
      #"{"thresholds": {"chain": 1.5, "samples": 1}}"#,
      #""thresholds": chain must be a whole number such as 1000, not '1.5'"#
    ),
    (
      #"{"thresholds": {"stall": null}}"#,
      #""thresholds": stall must be a length of time such as 100us, 500ms, 5s or 2min, not 'null'"#
    ),
    (
      "[]",
      #"it must be an object such as {"allow": [], "thresholds": {"stall": "10s"}}"#
    ),
  ])
  func whatMakesNoSenseIsRefused(text: String, words: String) throws {
    try write(text)
    for command in ["diagnose", "summary", "timeline", "graph"] {
      let run = CommandRun(command, trace)
      #expect(run.exitCode == .badData)
      #expect(run.output.isEmpty)
      #expect(run.errors == "optrace: \(file): \(words)\n")
    }
  }

  @Test(arguments: ["", "{", "never-finished", "{\n  \"allow\": [}\n}", "\u{0}", "{} {}"])
  func whatIsNoJSONIsRefused(text: String) throws {
    try write(text)
    let run = CommandRun("diagnose", trace)
    #expect(run.exitCode == .badData)
    #expect(run.errors.hasPrefix("optrace: \(file): it is not JSON"))
    #expect(run.errorLines.count == 1)
  }

  #if os(Linux)
  @Test
  func thePlaceInJSONIsTold() throws {
    try write("{\n  \"allow\": [}\n}")
    #expect(CommandRun("diagnose", trace).errors.contains("not JSON at line 2, column 13"))
  }
  #endif

  @Test
  func whatIsNoFileIsRefused() throws {
    for kind in ["mkdir", "mkfifo"] {
      let folder = try TemporaryFolder()
      let trace = try folder.write(
        TraceScript.healthyRun().log().fileBytes(),
        to: "healthy.optrace"
      )
      let path = folder.file(SettingsFile.name)
      #expect(kind == "mkdir" ? mkdir(path, 0o700) == 0 : mkfifo(path, 0o600) == 0)
      let run = CommandRun("diagnose", trace)
      #expect(run.exitCode == .noInput)
      #expect(run.errors.hasPrefix("optrace: can't read \(path): it is no regular file; "))
    }
  }

  @Test
  func whatIsFarTooLargeIsRefused() throws {
    try write(String(repeating: " ", count: 70_000))
    let run = CommandRun("diagnose", trace)
    #expect(run.exitCode == .badData)
    #expect(run.errors == "optrace: \(file): it is larger than 65,536 bytes\n")
  }
}
