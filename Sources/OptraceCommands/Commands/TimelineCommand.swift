import TraceAnalysis
import TraceModel
import TraceRendering

/// `optrace timeline`: the run on one time axis, or its events as a log.
struct TimelineCommand: Command {
  private static let events = CommandOption(
    "events",
    help: "a log instead: time, thread, operation, what happened"
  )
  private static let width = CommandOption(
    "width",
    placeholder: "N",
    help: "fit N columns, 40 to 10000 (default: as the terminal)"
  )

  let usage = CommandUsage(
    name: "timeline",
    summary: "Show when each operation waited, was queued, and executed",
    operands: [.trace],
    options: [events, width] + SelectionOptions.all,
    discussion: [
      """
      One row an operation, grouped by queue, on one time axis. Each state has a character of its own; spans in which a \
      queue was suspended, what was cancelled, failed or is stalled, and the critical path are marked.
      """,
      """
      Colours are used on a terminal unless NO_COLOR is set, and ASCII where the locale is not UTF-8.
      """,
      SelectionOptions.discussion,
    ],
    examples: [
      CommandExample("optrace timeline run.optrace", "the run at a glance"),
      CommandExample("optrace timeline run.optrace --events | grep decode", "one operation's life"),
      CommandExample("optrace timeline run.optrace --focus notify --ancestors", "why it was late"),
      CommandExample("optrace timeline run.optrace --width 160 | less -S", "more detail"),
    ],
    synonyms: ["events", "log", "gantt", "show"]
  )

  func run(
    _ arguments: ParsedArguments,
    in environment: CommandEnvironment
  ) throws(CommandFailure) -> ExitCode {
    let style = environment.textStyle(width: try width(arguments))
    let options = try SelectionOptions(arguments, of: usage)
    let input = TraceInput(arguments.operands[0], in: environment)
    let known = try SettingsFile.settings(forTrace: arguments.operands[0])
    let trace = try input.read()
    let settings = known.suited(to: trace, from: arguments.operands[0])
    if arguments.flags.contains(Self.events.name) {
      let view = try options.view(of: trace) { settings.diagnosis(of: trace, in: environment) }
      environment.output.write(trace.eventText(style, view: view))
      return .success
    }
    let diagnosis = settings.diagnosis(of: trace, in: environment)
    let criticalPath = trace.criticalPath
    let view = try options.view(of: trace, criticalPath: criticalPath) { diagnosis }
    environment.output.write(
      trace.timelineText(style, diagnosis: diagnosis, criticalPath: criticalPath, view: view)
    )
    return .success
  }

  private func width(_ arguments: ParsedArguments) throws(CommandFailure) -> Int? {
    guard let value = arguments.values[Self.width.name] else { return nil }
    guard let width = Int(value), (40...10_000).contains(width) else {
      throw ArgumentError.invalidValue(
        "--width",
        value: value,
        expected: "a number from 40 to 10000"
      )
      .failure(of: usage)
    }
    return width
  }
}
