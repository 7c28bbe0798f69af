public import TraceAnalysis
package import TraceEvents
public import TraceModel

extension Trace {
  /// The run as rows of text on one time axis, for a terminal.
  ///
  /// One row an operation, grouped by queue. Each state has a character of its own, spans in which a queue was suspended have a
  /// row, and words say what was cancelled, failed or is stalled. No line is wider than the style's width. Names are made
  /// safe to show and cut in the middle.
  ///
  /// Moments on the axis are counted from the beginning of the recording; the axis spans the time in which there was an
  /// operation to show.
  ///
  /// - Parameters:
  ///   - style: Width, charset and colours.
  ///   - diagnosis: What is known to be wrong: marks what is stalled. Nil to say nothing of it.
  ///   - criticalPath: The path to mark.
  /// - Returns: The text; every line of it ends with a newline.
  public func timelineText(
    _ style: TextStyle = TextStyle(),
    diagnosis: Diagnosis? = nil,
    criticalPath: CriticalPath? = nil
  ) -> String {
    timelineText(
      style,
      diagnosis: diagnosis,
      criticalPath: criticalPath,
      view: nil,
      mostRows: nil
    )
  }

  /// The same of the operations of a view, on a time axis of their own, and of no more than so many: those with most to say.
  package func timelineText(
    _ style: TextStyle,
    diagnosis: Diagnosis?,
    criticalPath: CriticalPath?,
    view: NarrowedView?,
    mostRows: Int?
  ) -> String {
    let annotated = AnnotatedTrace(
      self,
      diagnosis: diagnosis,
      criticalPath: criticalPath,
      selected: view?.selected,
      charset: style.charset
    )
    return TimelineText(annotated, style: style, view: view, mostRows: mostRows).text
  }

  /// Some operations of the run as rows of text on a time axis of their own, without a head that sums them up.
  ///
  /// The rows stand below their queues, as in `timelineText`. Names that they mention are told apart within the whole run.
  package func timelineExcerpt(
    of operations: [OperationID],
    _ style: TextStyle = TextStyle(),
    diagnosis: Diagnosis? = nil
  ) -> String {
    let annotated = AnnotatedTrace(
      self,
      diagnosis: diagnosis,
      criticalPath: nil,
      charset: style.charset
    )
    return TimelineText(annotated, style: style, only: Set(operations)).text
  }
}
