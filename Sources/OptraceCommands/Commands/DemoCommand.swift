import Foundation
import GraphvizRendering
import OperationTracing
import TraceAnalysis
import TraceModel
import TraceRendering

/// `optrace demo`: traces a program that hangs, and shows what can be seen of it.
struct DemoCommand: Command {
  private static let folder = CommandOption(
    "output",
    letter: "o",
    placeholder: "DIR",
    help: "write the three files into the folder DIR instead of the current one"
  )

  let usage = CommandUsage(
    name: "demo",
    summary: "Trace a small program that hangs, and show all that is seen",
    options: [folder],
    discussion: [
      """
      The program imports a photo by twelve operations on three queues: a diamond that begins with an asynchronous \
      download, a branch that is cancelled, and an upload that never finishes. Prints its timeline and diagnosis, and writes \
      photo-import.optrace (the trace), photo-import.dot and photo-import.svg (the graph). Takes two seconds.
      """
    ],
    examples: [
      CommandExample("optrace demo", "write into the current folder"),
      CommandExample("optrace demo -o /tmp", "write elsewhere"),
    ],
    synonyms: ["example", "sample", "try", "tour", "start"]
  )

  func run(
    _ arguments: ParsedArguments,
    in environment: CommandEnvironment
  ) throws(CommandFailure) -> ExitCode {
    let folder = arguments.values[Self.folder.name] ?? ""
    let base = (folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/") + "photo-import"
    environment.output.write(
      "A program imports a photo by twelve operations, and hangs. Tracing it ...\n\n"
    )
    environment.output.flush()

    let trace = try record(to: base + ".optrace")
    let diagnosis = trace.diagnosis()
    let criticalPath = trace.criticalPath
    let style = environment.textStyle()
    environment.output.write(
      trace.timelineText(style, diagnosis: diagnosis, criticalPath: criticalPath)
    )
    environment.output.write("\n" + trace.diagnosisText(diagnosis, style) + "\n")

    let graph = GraphPicture(
      TraceGraph(of: trace, diagnosis: diagnosis, criticalPath: criticalPath)
    )
    try graph.write(to: base + ".dot", as: .dot, in: environment)
    try graph.write(to: base + ".svg", as: .drawn(.svg), in: environment)
    environment.output.write(closing(base: VisibleText.line(base)))
    return .success
  }

  /// How often the trace is looked at while the program runs, in seconds.
  private static let period = 0.05
  /// When to give up on a machine that is so busy that nothing is seen to be stuck, in seconds.
  private static let patience = 20.0

  /// Traces the program until the trace shows that it is stuck.
  private func record(to path: String) throws(CommandFailure) -> Trace {
    let program = PhotoImport()
    let tracer: OperationTracer
    do throws(RecordingError) {
      tracer = try OperationTracer.start(
        tracing: program.queues,
        recordingTo: .file(path: path),
        program: "photo-import"
      )
    } catch {
      guard case .file(_, let number) = error else {
        throw CommandFailure(.cantWrite, VisibleText.line(error.description))
      }
      throw OutputFile.failure(path: path, errno: number)
    }
    program.start()
    let begin = Date()
    while Date().timeIntervalSince(begin) < Self.patience {
      Thread.sleep(forTimeInterval: Self.period)
      if tracer.trace().diagnosis().hasErrors { break }
    }
    tracer.stop()
    return tracer.trace()
  }

  private func closing(base: String) -> String {
    """
    Wrote \(base).optrace  the trace
          \(base).dot      its graph, for Graphviz
          \(base).svg      its graph, for a browser
    Next: optrace summary \(base).optrace
          optrace timeline \(base).optrace --events
          optrace graph \(base).optrace -o \(base).png

    """
  }
}
