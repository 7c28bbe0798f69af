import TraceAnalysis
import TraceModel
import TraceRendering

/// `optrace diagnose`: what is stuck, why, and what to change.
struct DiagnoseCommand: Command {
  private static let junit = CommandOption(
    "junit",
    help: "as a JUnit report, for CI: a test case for each rule, a failure for each error"
  )
  private static let list = CommandOption(
    "list",
    replacesOperands: true,
    help: "list what it can find instead, a line each; takes no FILE"
  )
  private static let output = CommandOption(
    "output",
    letter: "o",
    placeholder: "OUT",
    help: "write the file OUT instead of standard output"
  )
  private static let strict = CommandOption(
    "strict",
    help: "let warnings count: exit status 1, and failures in a JUnit report"
  )

  let usage = CommandUsage(
    name: "diagnose",
    summary: "Say what is stuck, why, and what to change",
    operands: [.trace],
    options: [
      .json, junit, list, output, strict, DiagnosisSettings.allowOption,
      DiagnosisSettings.thresholdOption,
    ] + SelectionOptions.all,
    choices: [[CommandOption.json.name, junit.name, list.name]],
    discussion: [
      """
      First the verdict; then each finding: what is wrong, since when, the chain from what is stuck down to its root cause, \
      what to change, and what that frees. The exit status is 1 when something is stuck, so scripts and CI can \
      ask; warnings alone leave it 0.
      """,
      """
      What holds for every trace of a folder stands in a file optrace.json beside the trace, else in the working directory, \
      such as {"allow": ["main-thread-wait"], "thresholds": {"stall": "10s", "chain": 5000}}. `graph`, `summary` and \
      `timeline` go by it too; --threshold wins over it, and --allow adds to it. `optrace explain` lists the names of rules \
      and thresholds, with their defaults.
      """,
      """
      While the program is running, what rests for a second may just be slow: `idle`, `settling` and `dispatch` are 5 s then \
      unless they are set.
      """,
      """
      Narrowed to some operations, it tells only of findings that name one of them, or a queue of --queue, and the exit status \
      goes by those.
      """,
      SelectionOptions.discussion,
    ],
    examples: [
      CommandExample("optrace diagnose run.optrace", "what is wrong, in words"),
      CommandExample("optrace diagnose run.optrace --json", "the same for a program"),
      CommandExample("optrace diagnose run.optrace --junit -o run.xml", "the same for CI"),
      CommandExample("optrace diagnose --list", "all that it can find"),
      CommandExample(
        "ssh server cat run.optrace | optrace diagnose -",
        "from elsewhere, while it hangs"
      ),
    ],
    synonyms: ["check", "analyze", "analyse", "findings", "doctor", "why", "lint"]
  )

  func run(
    _ arguments: ParsedArguments,
    in environment: CommandEnvironment
  ) throws(CommandFailure) -> ExitCode {
    let target = arguments.values[Self.output.name] ?? "-"
    let style = textStyle(for: target, in: environment)
    if arguments.flags.contains(Self.list.name) {
      try environment.write(FaultText.list(style), to: target)
      return .success
    }
    let own: DiagnosisSettings
    do throws(ArgumentError) {
      own = try DiagnosisSettings(arguments)
    } catch {
      throw error.failure(of: usage)
    }
    let options = try SelectionOptions(arguments, of: usage)
    let path = arguments.operands[0]
    let known = try SettingsFile.settings(forTrace: path).overridden(by: own)
    let input = TraceInput(path, in: environment)
    try input.refuseAsOutput(target)
    let trace = try input.read()
    let settings = known.suited(to: trace, from: path)
    let whole = settings.diagnosis(of: trace, in: environment)
    let view = try options.view(of: trace) { whole }
    let diagnosis = view?.narrow(whole, of: trace).0 ?? whole
    let isStrict = arguments.flags.contains(Self.strict.name)
    let text: String
    if arguments.flags.contains(CommandOption.json.name) {
      text = try DiagnosisDocument(whole, of: trace, settings: settings, view: view).text()
    } else if arguments.flags.contains(Self.junit.name) {
      text =
        JUnitReport(
          diagnosis,
          of: trace,
          settings: settings,
          view: view,
          file: input.name,
          countsWarnings: isStrict
        ).text
    } else {
      text = trace.diagnosisText(whole, style, view: view)
    }
    try environment.write(text, to: target)
    return diagnosis.hasErrors || (isStrict && !diagnosis.faults.isEmpty) ? .stuck : .success
  }

  /// A file gets what a pipe would.
  private func textStyle(for target: String, in environment: CommandEnvironment) -> TextStyle {
    var environment = environment
    if target != "-" { environment.terminal = nil }
    return environment.textStyle()
  }
}
