import TraceAnalysis
import TraceModel
import TraceRendering

/// `optrace blame`: what took most.
struct BlameCommand: Command {
  private static let by = CommandOption(
    "by",
    placeholder: "MEASURE",
    help: "execution (the default), wait, or weighted: execution divided by how many executed"
  )
  private static let group = CommandOption(
    "group",
    placeholder: "WHAT",
    help: "sum up by class, or by name, where numbers in names make no difference"
  )
  private static let limit = CommandOption(
    "limit",
    placeholder: "N",
    help: "list N and sum up the others (default: 20; everything with --json and --csv)"
  )
  private static let csv = CommandOption("csv", help: "as comma-separated values (docs/json.md)")

  let usage = CommandUsage(
    name: "blame",
    summary: "List what took most, the slowest first, alone or by kind",
    operands: [.trace],
    options: [by, group, limit, .json, csv] + SelectionOptions.all,
    choices: [[CommandOption.json.name, csv.name]],
    discussion: [
      """
      What executed while others did may cost the run nothing; slack says how much later it could have finished without moving \
      the end, potential how much sooner the run would have ended had it taken no time. By weighted time, what executes alone \
      counts whole and one of four a quarter: that column adds up to the time in which anything executed.
      """,
      SelectionOptions.discussion,
    ],
    examples: [
      CommandExample("optrace blame run.optrace", "the operations that executed longest"),
      CommandExample("optrace blame run.optrace --group name", "thumbnail 1 to 500 in a line"),
      CommandExample("optrace blame run.optrace --by wait --queue net", "what waited there"),
    ],
    synonyms: ["slow", "slowest", "hot", "profile"]
  )

  func run(
    _ arguments: ParsedArguments,
    in environment: CommandEnvironment
  ) throws(CommandFailure) -> ExitCode {
    let options = try SelectionOptions(arguments, of: usage)
    let measure = try word(Self.by, of: arguments, Blame.Measure.allCases) ?? .execution
    let grouping = try word(Self.group, of: arguments, Blame.Grouping.allCases)
    let limit = try arguments.limit(Self.limit, of: usage)
    let known = try SettingsFile.settings(forTrace: arguments.operands[0])
    let trace = try TraceInput(arguments.operands[0], in: environment).read()
    let settings = known.suited(to: trace, from: arguments.operands[0])
    let view = try options.view(of: trace) { settings.diagnosis(of: trace, in: environment) }
    let blame = Blame(
      trace,
      positions: view?.selected.positions ?? Array(trace.operations.indices),
      by: measure,
      grouping: grouping,
      within: view?.selected.span
    )
    let isJSON = arguments.flags.contains(CommandOption.json.name)
    guard isJSON || arguments.flags.contains(Self.csv.name) else {
      let style = environment.textStyle()
      environment.output.write(trace.blameText(blame, style, view: view, limit: limit ?? 20))
      return .success
    }
    let slack = SlackTable(of: trace, criticalPath: trace.criticalPath)
    let most = limit ?? .max
    if isJSON {
      environment.output.write(
        try BlameDocument(blame, grouping: grouping, limit: most, slack: slack).text()
      )
    } else {
      environment.output.write(
        BlameTable(blame, grouping: grouping, limit: most, slack: slack).text
      )
    }
    return .success
  }

  /// One of some words as an option's value.
  private func word<Word: RawRepresentable<String>>(
    _ option: CommandOption,
    of arguments: ParsedArguments,
    _ words: [Word]
  ) throws(CommandFailure) -> Word? {
    guard let value = arguments.values[option.name] else { return nil }
    guard let word = words.first(where: { $0.rawValue == value.lowercased() }) else {
      let known = words.map(\.rawValue)
      throw ArgumentError.invalidValue(
        "--\(option.name)",
        value: value,
        expected: known.dropLast().joined(separator: ", ") + " or " + (known.last ?? "")
      )
      .failure(of: usage)
    }
    return word
  }
}
