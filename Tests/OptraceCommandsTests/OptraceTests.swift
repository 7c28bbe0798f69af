import OptraceCommands
import Testing
import TraceEvents
import TraceTestSupport

/// What is decided before a command runs.
struct OptraceTests {
  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func helpGoesToStandardOutput(arguments: [String]) {
    let run = CommandRun(arguments[0])
    #expect(run.exitCode == .success)
    #expect(run.output.hasPrefix("Usage: optrace COMMAND"))
    #expect(run.errors.isEmpty)
  }

  @Test
  func aCommandExplainsItself() {
    let texts = [
      CommandRun("help", "graph"), CommandRun("graph", "--help"), CommandRun("graph", "a", "-h"),
    ]
    for run in texts {
      #expect(run.exitCode == .success)
      #expect(run.output.hasPrefix("Usage: optrace graph FILE"))
      #expect(run.errors.isEmpty)
    }
  }

  @Test
  func theVersionNamesWhatMatters() {
    let run = CommandRun("--version")
    #expect(run.exitCode == .success)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0] == "optrace \(Optrace.version)")
    #expect(lines[1] == "trace format 1.2")
    #expect(lines[2].hasPrefix("Graphviz "))
  }

  @Test(arguments: [
    ([], "what should it do? Try `optrace demo`, or see `optrace help`"),
    (["grpah"], "there is no command 'grpah'; did you mean `optrace graph`?"),
    (["render"], "there is no command 'render'; did you mean `optrace graph`?"),
    (["Stats"], "there is no command 'Stats'; did you mean `optrace summary`?"),
    (["catalogue"], "there is no command 'catalogue'; did you mean `optrace explain`?"),
    (
      ["self-deadlock"],
      "'self-deadlock' is a fault, not a command; did you mean `optrace explain self-deadlock`?"
    ),
    (
      ["help", "self-deadlock"],
      "'self-deadlock' is a fault, not a command; did you mean `optrace explain self-deadlock`?"
    ),
    (["zebra"], "there is no command 'zebra'; see `optrace help`"),
    (["\u{1B}]0;x\u{7}"], "there is no command '\\u{1B}]0;x\\u{7}'; see `optrace help`"),
    (["help", "timelin"], "there is no command 'timelin'; did you mean `optrace timeline`?"),
    (["--versoin"], "there is no option '--versoin'; did you mean `optrace --version`?"),
    (["--frobnicate"], "there is no option '--frobnicate'; see `optrace help`"),
    (
      ["--json", "diagnose", "run.optrace"],
      "options stand behind the command; did you mean `optrace diagnose --json`?"
    ),
    (
      ["run.optrace"],
      "'run.optrace' is a trace, not a command; did you mean `optrace diagnose run.optrace`?"
    ),
    (["-"], "'-' is a trace, not a command; did you mean `optrace diagnose -`?"),
    (
      ["summary"],
      "FILE is missing: optrace summary FILE [--json]; see `optrace help summary`"
    ),
    (["summary", "a", "b"], "there is one argument too many: 'b'; see `optrace help summary`"),
    (
      ["diagnose", "a", "--jason"],
      "there is no option '--jason'; did you mean --json?; see `optrace help diagnose`"
    ),
  ])
  func wrongUsageIsOneLine(arguments: [String], words: String) {
    let run = CommandRun(words: arguments)
    #expect(run.exitCode == .usage)
    #expect(run.output.isEmpty)
    #expect(run.errors == "optrace: \(words)\n")
  }
}
