import GraphvizRendering
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering

/// The graph of a trace, and the files that can be made of it.
struct GraphPicture {
  /// The graph in Graphviz's language.
  let dot: String

  private let trace: Trace
  private let diagnosis: Diagnosis

  /// How long Graphviz may take; a graph within its limits takes some ten seconds at most.
  private static let timeLimit = Duration.seconds(120)

  init(_ trace: Trace, diagnosis: Diagnosis, criticalPath: CriticalPath?) {
    self.trace = trace
    self.diagnosis = diagnosis
    dot = trace.dot(diagnosis: diagnosis, criticalPath: criticalPath)
  }

  init(_ trace: Trace) {
    self.init(trace, diagnosis: trace.diagnosis(), criticalPath: trace.criticalPath)
  }

  /// Writes a file.
  func write(to path: String, as format: PictureFormat) throws(CommandFailure) {
    switch format {
    case .dot:
      try OutputFile(path).write(Array(dot.utf8))
    case .drawn(let format):
      try OutputFile(path).write(try draw(format, for: path))
    }
  }

  private func draw(_ format: GraphvizFormat, for path: String) throws(CommandFailure) -> [UInt8] {
    do throws(GraphvizError) {
      let process = RenderingProcess.child(timeLimit: Self.timeLimit)
      return try trace.picture(as: format, diagnosis: diagnosis, in: process).bytes
    } catch {
      throw CommandFailure(
        .cantWrite,
        "can't draw \(VisibleText.line(path)): \(VisibleText.line(error.description))"
      )
    }
  }
}
