import TraceAnalysis
import TraceModel
import TraceRendering

/// `optrace critical-path`: what the run's length was made of.
struct CriticalPathCommand: Command {
  private static let all = CommandOption(
    "all",
    help: "show the middle of a long path, too, which is summed up in a line otherwise"
  )
  private static let csv = CommandOption(
    "csv",
    help: "as comma-separated values, a row for each part (docs/json.md)"
  )

  let usage = CommandUsage(
    name: "critical-path",
    summary: "Show the chain of waits that made the run as long as it was",
    operands: [.trace],
    options: [all, .json, csv],
    choices: [[all.name, CommandOption.json.name, csv.name]],
    discussion: [
      """
      The operation that finished last comes first; beneath each operation stands what it waited for, by name: a \
      dependency, a barrier, a slot that another left, a suspended queue, a thread, its own isReady, or the program that had not \
      enqueued it yet. @ is when it began, + how long it took.
      """,
      """
      Only time on this path makes the run longer. The times add up to the length of the recording, as they are printed. The \
      last table says how much sooner the run would have ended had an operation taken no time; where operations waited for \
      slots that is an estimate.
      """,
    ],
    examples: [
      CommandExample("optrace critical-path run.optrace", "why it took so long"),
      CommandExample("optrace critical-path run.optrace --csv > path.csv", "for a spreadsheet"),
    ],
    synonyms: ["critical", "critical-chain", "path", "chain", "longest"]
  )

  func run(
    _ arguments: ParsedArguments,
    in environment: CommandEnvironment
  ) throws(CommandFailure) -> ExitCode {
    let trace = try TraceInput(arguments.operands[0], in: environment).read()
    let isJSON = arguments.flags.contains(CommandOption.json.name)
    guard isJSON || arguments.flags.contains(Self.csv.name) else {
      environment.output.write(
        trace.criticalPathText(
          environment.textStyle(),
          showsAll: arguments.flags.contains(Self.all.name)
        )
      )
      return .success
    }
    let path = trace.criticalPath ?? CriticalPath(segments: [])
    let account = PathAccount(path, of: trace)
    let slack = SlackTable(of: trace, criticalPath: path)
    if isJSON {
      environment.output.write(try CriticalPathDocument(account, slack: slack).text())
    } else {
      environment.output.write(CriticalPathTable(account, slack: slack).text)
    }
    return .success
  }
}
