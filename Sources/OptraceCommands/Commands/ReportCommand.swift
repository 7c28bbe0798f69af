import GraphvizRendering
import TraceAnalysis
import TraceModel
import TraceRendering

/// `optrace report`: the run as one page for a browser.
struct ReportCommand: Command {
  private static let output = CommandOption(
    "output",
    letter: "o",
    placeholder: "OUT",
    help: "write the file OUT, such as report.html (default: standard output)"
  )
  private static let nodes = CommandOption(
    "nodes",
    placeholder: "N",
    help: "fold the graph until there are at most N nodes (default: 150)"
  )

  let usage = CommandUsage(
    name: "report",
    summary: "Make one page for a browser: verdict, graph, timeline, tables",
    operands: [
      .trace,
      CommandOperand(
        "AFTER",
        help: "the trace of a later run: the page is of it, and says what changed since FILE",
        isRequired: false
      ),
    ],
    options: [output, nodes, ComparedFiles.beforeOption, ComparedFiles.afterOption]
      + SelectionOptions.all,
    discussion: [
      """
      The page is one file that needs no network, so it can be sent, attached to a ticket, or kept by a CI job. It begins with \
      what is wrong and the proof; below are the run in numbers, the graph beside the timeline, and tables. What is selected \
      in one lights up in all of them, with what it waited for and what waited for it.
      """,
      """
      What is selected, searched for and zoomed into stands in the page's address: a link to it brings back that view. The \
      search takes the same FILTER as --focus.
      """,
      """
      With two traces, or with several of each by --before and --after, it also says what changed, as `optrace diff` does. The \
      page is of the first run after.
      """,
      SelectionOptions.discussion,
    ],
    examples: [
      CommandExample("optrace report run.optrace -o report.html", "open report.html in a browser"),
      CommandExample(
        "optrace report run.optrace --queue upload -o upload.html",
        "only one queue"
      ),
      CommandExample("optrace report old.optrace new.optrace -o new.html", "what changed, too"),
      CommandExample(
        "ssh server cat run.optrace | optrace report - -o report.html",
        "from elsewhere"
      ),
    ],
    synonyms: ["html", "page", "browser", "web", "export"]
  )

  func run(
    _ arguments: ParsedArguments,
    in environment: CommandEnvironment
  ) throws(CommandFailure) -> ExitCode {
    let path = arguments.values[Self.output.name] ?? "-"
    if path == "-", environment.terminal != nil {
      throw CommandFailure(
        .usage,
        "a page is not for a terminal; write a file: -o report.html; see `optrace help report`"
      )
    }
    var style = GraphStyle()
    if let nodes = try arguments.limit(Self.nodes, of: usage) { style.nodeBudget = nodes }
    let selection = try SelectionOptions(arguments, of: usage)
    let files = try ComparedFiles(arguments, of: usage)
    for file in files.before + files.after {
      try TraceInput(file, in: environment).refuseAsOutput(path)
    }
    try PagePath(path).refuseOtherKinds()
    var reader = RunReader(environment: environment)
    let before = try reader.read(files.before).map(\.profile)
    let (trace, diagnosis) = try reader.readWhole(files.after[0])
    let criticalPath = trace.criticalPath
    let context = FilterContext(trace, diagnosis: diagnosis, criticalPath: criticalPath)
    var report = TraceReport(
      of: trace,
      style: style,
      diagnosis: diagnosis,
      criticalPath: criticalPath,
      selected: try selection.operations(in: context)
    )
    if !before.isEmpty {
      let others = try reader.read(Array(files.after.dropFirst())).map(\.profile)
      let name = RunReader.name(files.after[0])
      let shown = RunProfile(of: trace, diagnosis: diagnosis, name: name)
      report.changes = RunComparison(before: before, after: [shown] + others)
    }
    try environment.write(html(of: report, in: environment), to: path)
    return .success
  }

  /// The page; without the graph where that can't be drawn, which is no reason to have none of the rest.
  private func html(of report: TraceReport, in environment: CommandEnvironment) -> String {
    do throws(CommandFailure) {
      let picture = try report.pictureThatFits { (graph) throws(CommandFailure) in
        try GraphPicture(graph).draw(.svg, for: "-")
      }
      return report.html(graph: picture.text)
    } catch {
      environment.note("the page has no graph: \(error.message)")
      return report.html()
    }
  }
}
