import TraceAnalysis
import TraceModel
import TraceRendering

/// `optrace summary`: the run in numbers.
struct SummaryCommand: Command {
  let usage = CommandUsage(
    name: "summary",
    summary: "Sum up the run: outcomes, queues, where the time went",
    operands: [.trace],
    options: [.json],
    examples: [
      CommandExample("optrace summary run.optrace", "the run in numbers"),
      CommandExample("optrace summary run.optrace --json", "the same for a program"),
    ],
    synonyms: ["stats", "statistics", "info", "totals"]
  )

  func run(
    _ arguments: ParsedArguments,
    in environment: CommandEnvironment
  ) throws(CommandFailure) -> ExitCode {
    let known = try SettingsFile.settings(forTrace: arguments.operands[0])
    let trace = try TraceInput(arguments.operands[0], in: environment).read()
    let settings = known.suited(to: trace, from: arguments.operands[0])
    let diagnosis = settings.diagnosis(of: trace, in: environment)
    let criticalPath = trace.criticalPath
    if arguments.flags.contains(CommandOption.json.name) {
      let document = SummaryDocument(trace, diagnosis: diagnosis, criticalPath: criticalPath)
      environment.output.write(try document.text())
    } else {
      environment.output.write(
        trace.summaryText(
          environment.textStyle(),
          diagnosis: diagnosis,
          criticalPath: criticalPath
        )
      )
    }
    return .success
  }
}
