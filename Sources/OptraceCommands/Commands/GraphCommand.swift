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

  let usage = CommandUsage(
    name: "graph",
    summary: "Draw what waited for what: SVG, PNG, PDF, or DOT for Graphviz",
    operands: [.trace],
    options: [output],
    discussion: [
      """
      Operations are nodes in a box for each queue, with their time on a bar; what one had to wait for is an edge. The \
      critical path is heavy, what is stalled is red. Without -o, the graph in Graphviz's language DOT goes to standard \
      output; that needs no layout, and works for graphs of any size.
      """
    ],
    examples: [
      CommandExample("optrace graph run.optrace -o run.svg", "for a browser"),
      CommandExample("optrace graph run.optrace -o run.png", "for a chat or a ticket"),
      CommandExample(
        "optrace graph run.optrace | dot -Tsvg > run.svg",
        "by a Graphviz of your own"
      ),
    ],
    synonyms: ["dot", "svg", "png", "pdf", "draw", "render", "picture", "plot", "view"]
  )

  func run(
    _ arguments: ParsedArguments,
    in environment: CommandEnvironment
  ) throws(CommandFailure) -> ExitCode {
    let path = arguments.values[Self.output.name] ?? "-"
    let format = try PictureFormat(path: path, usage: usage)
    let known = try SettingsFile.settings(forTrace: arguments.operands[0])
    let input = TraceInput(arguments.operands[0], in: environment)
    try input.refuseAsOutput(path)
    let trace = try input.read()
    let settings = known.suited(to: trace, from: arguments.operands[0])
    if case .drawn = format { try GraphPicture.checkSize(of: trace, path: path) }
    let graph = GraphPicture(
      trace,
      diagnosis: settings.diagnosis(of: trace, in: environment),
      criticalPath: trace.criticalPath
    )
    if path == "-" {
      environment.output.write(graph.dot)
    } else {
      if let note = try graph.write(to: path, as: format) { environment.note(note) }
    }
    return .success
  }
}
