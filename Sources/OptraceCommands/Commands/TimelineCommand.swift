import TraceAnalysis
import TraceModel
import TraceRendering

/// `optrace timeline`: the run on one time axis, as text or as a picture, or its events as a log.
struct TimelineCommand: Command {
  private static let output = CommandOption(
    "output",
    letter: "o",
    placeholder: "OUT",
    help: "write the file OUT: a picture where it ends in .svg, text where it ends in .txt"
  )
  private static let format = CommandOption(
    "format",
    placeholder: "KIND",
    help: "what to write, whatever the file is called: text or svg"
  )
  private static let events = CommandOption(
    "events",
    help: "a log instead: time, thread, operation, what happened"
  )
  private static let width = CommandOption(
    "width",
    placeholder: "N",
    help: "fit N columns, 40 to 10000 (default: as the terminal)"
  )
  private static let limit = CommandOption(
    "limit",
    placeholder: "N",
    help: "show no more than N rows of text (default: \(mostRows))"
  )
  private static let all = CommandOption(
    "all",
    help: "show a row of text for each operation, however many there are"
  )

  /// What one can scroll through; a million rows nobody reads.
  private static let mostRows = 1_000

  let usage = CommandUsage(
    name: "timeline",
    summary: "Show when each operation waited, was queued, and executed",
    operands: [.trace],
    options: [output, format, events, width, limit, all] + SelectionOptions.all,
    choices: [["format", "events"], ["limit", "all", "events"]],
    discussion: [
      """
      One row an operation, grouped by queue, on one time axis. Each state has a character of its own; spans in which a \
      queue was suspended, what was cancelled, failed or is stalled, and the critical path are marked. Of more than \
      \(mostRows) operations those have a row that are stalled, failed, critical, cancelled, or slowest.
      """,
      """
      The picture has lanes instead of rows: a bar for what executed, in front of it a thin line for what it waited for, and \
      below each queue how many executed, were queued and waited. What is thinner than a pixel is drawn together.
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
      CommandExample("optrace timeline run.optrace -o run.svg", "as a picture, for a browser"),
      CommandExample("optrace timeline run.optrace --width 160 | less -S", "more detail"),
    ],
    synonyms: ["events", "log", "gantt", "lanes", "show"]
  )

  func run(
    _ arguments: ParsedArguments,
    in environment: CommandEnvironment
  ) throws(CommandFailure) -> ExitCode {
    let path = arguments.values[Self.output.name] ?? "-"
    var environment = environment
    if path != "-" { environment.terminal = nil }
    let width = try arguments.number(
      Self.width,
      of: usage,
      from: 40...10_000,
      expected: "a number from 40 to 10000"
    )
    let style = environment.textStyle(width: width)
    let options = try SelectionOptions(arguments, of: usage)
    let drawsPicture = try drawsPicture(arguments, path: path)
    let limit = try arguments.limit(Self.limit, of: usage) ?? Self.mostRows
    let mostRows = arguments.flags.contains(Self.all.name) ? nil : limit
    let input = TraceInput(arguments.operands[0], in: environment)
    try input.refuseAsOutput(path)
    let known = try SettingsFile.settings(forTrace: arguments.operands[0])
    let trace = try input.read()
    let settings = known.suited(to: trace, from: arguments.operands[0])
    if arguments.flags.contains(Self.events.name) {
      let view = try options.view(of: trace) { settings.diagnosis(of: trace, in: environment) }
      try environment.write(trace.eventText(style, view: view), to: path)
      return .success
    }
    let diagnosis = settings.diagnosis(of: trace, in: environment)
    let criticalPath = trace.criticalPath
    let view = try options.view(of: trace, criticalPath: criticalPath) { diagnosis }
    let text =
      drawsPicture
      ? TimelinePicture(
        of: trace,
        diagnosis: diagnosis,
        criticalPath: criticalPath,
        selected: view?.selected
      ).svg
      : trace.timelineText(
        style,
        diagnosis: diagnosis,
        criticalPath: criticalPath,
        view: view,
        mostRows: mostRows
      )
    try environment.write(text, to: path)
    return .success
  }

  /// Whether a picture is asked for, by `--format` or by what the file is called.
  private func drawsPicture(
    _ arguments: ParsedArguments,
    path: String
  ) throws(CommandFailure) -> Bool {
    var isPicture = false
    if let word = arguments.values[Self.format.name] {
      switch word.lowercased() {
      case "svg": isPicture = true
      case "text", "txt": break
      default:
        throw ArgumentError.invalidValue("--format", value: word, expected: "text or svg")
          .failure(of: usage)
      }
    } else if path.hasSuffix(".svg") {
      isPicture = true
    } else if path != "-", !path.hasSuffix(".txt"), !path.hasPrefix("/dev/") {
      throw ArgumentError.invalidValue(
        "-o",
        value: path,
        expected: "a file that ends in .svg or .txt, or give --format"
      )
      .failure(of: usage)
    }
    let others = [Self.events, Self.width, Self.limit, Self.all].map(\.name).filter {
      arguments.flags.contains($0) || arguments.values[$0] != nil
    }
    if isPicture, let other = others.first {
      throw ArgumentError.wrongSetting(
        "--\(other)",
        reason: "it goes with text, not with a picture"
      )
      .failure(of: usage)
    }
    return isPicture
  }
}
