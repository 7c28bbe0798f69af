import TraceAnalysis
import TraceModel
import TraceRendering

/// `optrace graph`: what waited for what, as a picture.
struct GraphCommand: Command {
  private static let output = CommandOption(
    "output",
    letter: "o",
    placeholder: "OUT",
    help: "write the file OUT, whose ending says what it becomes: .svg, .png, .pdf or .dot"
  )

  private static let format = CommandOption(
    "format",
    placeholder: "KIND",
    help: "what to write, whatever the file is called: svg, png, pdf, dot or mermaid"
  )
  private static let nodes = CommandOption(
    "nodes",
    placeholder: "N",
    help: "fold what plays the same part until there are at most N nodes (default: 150)"
  )
  private static let all = CommandOption(
    "all",
    help: "fold nothing: a node for each operation, however many there are"
  )
  private static let colorBy = CommandOption(
    "color-by",
    placeholder: "WHAT",
    help: "tint nodes by outcome (the default), class, queue, time or slack"
  )
  private static let rankdir = CommandOption(
    "rankdir",
    placeholder: "DIR",
    help: "let edges run to the right (LR, the default) or down (TB)"
  )

  let usage = CommandUsage(
    name: "graph",
    summary: "Draw what waited for what: SVG, PNG, PDF, DOT or Mermaid",
    operands: [.trace],
    options: [output, format, nodes, all] + SelectionOptions.all + [colorBy, rankdir],
    choices: [["nodes", "all"]],
    discussion: [
      """
      Operations are nodes in a box for each queue, with their time on a bar; what one had to wait for is an edge. The \
      critical path is heavy, what is stalled is red. Without -o, the graph in Graphviz's language DOT goes to standard \
      output; that needs no layout, and works for graphs of any size.
      """,
      """
      Of many operations, those that play the same part (queue, class, name without numbers, depth, neighbours) become one \
      node with a double border, which says how many there are, their total, median and slowest. What is stalled, failed, \
      cancelled, on the critical path or asked for stays on its own while there is room. The title says what was folded, and \
      a dashed edge where a way leads over operations that are not shown.
      """,
      SelectionOptions.discussion,
    ],
    examples: [
      CommandExample("optrace graph run.optrace -o run.svg", "for a browser"),
      CommandExample("optrace graph run.optrace -o run.png", "for a chat or a ticket"),
      CommandExample(
        "optrace graph run.optrace --focus report --ancestors -o why.svg",
        "what one waited for"
      ),
      CommandExample(
        "optrace graph run.optrace --only stalled --depth 1 -o stuck.svg",
        "what is stuck, and its neighbours"
      ),
      CommandExample("optrace graph run.optrace --format mermaid", "for a page of Markdown"),
      CommandExample(
        "optrace graph run.optrace | dot -Tsvg > run.svg",
        "by a Graphviz of your own"
      ),
    ],
    synonyms: ["dot", "svg", "png", "pdf", "draw", "render", "picture", "plot", "view", "mermaid"]
  )

  func run(
    _ arguments: ParsedArguments,
    in environment: CommandEnvironment
  ) throws(CommandFailure) -> ExitCode {
    let path = arguments.values[Self.output.name] ?? "-"
    let format = try format(arguments, path: path)
    let style = try style(arguments)
    let selection = try SelectionOptions(arguments, of: usage)
    let known = try SettingsFile.settings(forTrace: arguments.operands[0])
    let input = TraceInput(arguments.operands[0], in: environment)
    try input.refuseAsOutput(path)
    let trace = try input.read()
    let settings = known.suited(to: trace, from: arguments.operands[0])
    let diagnosis = settings.diagnosis(of: trace, in: environment)
    let criticalPath = trace.criticalPath
    let context = FilterContext(trace, diagnosis: diagnosis, criticalPath: criticalPath)
    let graph = TraceGraph(
      of: trace,
      style: style,
      diagnosis: diagnosis,
      criticalPath: criticalPath,
      selected: try selection.operations(in: context)
    )
    let note = try GraphPicture(graph).write(to: path, as: format, in: environment)
    if let note { environment.note(note) }
    return .success
  }

  private func format(
    _ arguments: ParsedArguments,
    path: String
  ) throws(CommandFailure) -> PictureFormat {
    guard let word = arguments.values[Self.format.name] else {
      return try PictureFormat(path: path, usage: usage)
    }
    guard let format = PictureFormat(word: word) else {
      throw invalid("--format", word, among: PictureFormat.words)
    }
    return format
  }

  private func style(_ arguments: ParsedArguments) throws(CommandFailure) -> GraphStyle {
    var style = GraphStyle()
    if arguments.flags.contains(Self.all.name) { style.nodeBudget = nil }
    if let nodes = try arguments.limit(Self.nodes, of: usage) { style.nodeBudget = nodes }
    if let value = arguments.values[Self.colorBy.name] {
      guard let coloring = GraphStyle.Coloring(rawValue: value.lowercased()) else {
        throw invalid("--color-by", value, among: GraphStyle.Coloring.allCases.map(\.rawValue))
      }
      style.coloring = coloring
    }
    if let value = arguments.values[Self.rankdir.name] {
      switch value.uppercased() {
      case "LR": style.direction = .leftToRight
      case "TB": style.direction = .topToBottom
      default: throw invalid("--rankdir", value, among: ["LR", "TB"])
      }
    }
    return style
  }

  private func invalid(_ option: String, _ value: String, among words: [String]) -> CommandFailure {
    let expected = "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
    return ArgumentError.invalidValue(option, value: value, expected: expected).failure(of: usage)
  }
}
