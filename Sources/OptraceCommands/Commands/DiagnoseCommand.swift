import TraceAnalysis
import TraceModel
import TraceRendering

/// `optrace diagnose`: what is stuck, why, and what to change.
struct DiagnoseCommand: Command {
  private static let json = CommandOption(
    "json",
    help: "as JSON, for other programs (docs/json.md)"
  )

  private static let list = CommandOption(
    "list",
    replacesOperands: true,
    help: "list what it can find instead, a line each; takes no FILE"
  )

  let usage = CommandUsage(
    name: "diagnose",
    summary: "Say what is stuck, why, and what to change",
    operands: [.trace],
    options: [json, list, DiagnosisSettings.allowOption, DiagnosisSettings.thresholdOption],
    choices: [[json.name, list.name]],
    discussion: [
      """
      First the verdict; then each finding: what is wrong, since when, the chain from what is stuck down to its root cause, \
      what to change, and what that frees. The exit status is 1 when something is stuck, so scripts and CI can \
      ask; warnings alone leave it 0.
      """,
      """
      What holds for every trace of a folder stands in a file optrace.json beside the trace, else in the working directory, \
      such as {"allow": ["main-thread-wait"], "thresholds": {"stall": "10s", "chain": 5000}}. `graph`, `summary` and \
      `timeline` go by it too; --threshold wins over it, and --allow adds to it.
      """,
      DiagnosisSettings.thresholdHelp,
    ],
    examples: [
      CommandExample("optrace diagnose run.optrace", "what is wrong, in words"),
      CommandExample("optrace diagnose run.optrace --json", "the same for a program"),
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
    if arguments.flags.contains(Self.list.name) {
      environment.output.write(FaultText.list(environment.textStyle()))
      return .success
    }
    let own: DiagnosisSettings
    do throws(ArgumentError) {
      own = try DiagnosisSettings(arguments)
    } catch {
      throw error.failure(of: usage)
    }
    let path = arguments.operands[0]
    let settings = try SettingsFile.settings(forTrace: path).overridden(by: own)
    let trace = try TraceInput(path, in: environment).read()
    let diagnosis = settings.diagnosis(of: trace, in: environment)
    if arguments.flags.contains(Self.json.name) {
      environment.output.write(
        try DiagnosisDocument(diagnosis, of: trace, settings: settings).text()
      )
    } else {
      environment.output.write(trace.diagnosisText(diagnosis, environment.textStyle()))
    }
    return diagnosis.hasErrors ? .stuck : .success
  }
}
