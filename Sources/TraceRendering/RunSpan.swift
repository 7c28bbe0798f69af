import TraceAnalysis
package import TraceEvents
import TraceModel

/// The span of time that a picture of a trace shows: from about the first enqueue to the last finish.
///
/// While something is unfinished it reaches to the trace's end, so that what hangs is seen to hang. It does not begin with
/// the recording, nor end with it: a server that traced for an hour before the work came would have a picture of nothing.
/// Of a recording that keeps its most recent part it begins with that at the earliest.
package struct RunSpan: Hashable {
  /// Where it begins.
  package var start: TraceInstant
  /// Where it ends; never before it begins.
  package var end: TraceInstant

  /// Makes a span; it must not end before it begins.
  package init(from start: TraceInstant, to end: TraceInstant) {
    self.start = start
    self.end = end
  }

  /// The span of what took this long; that of the recording where there was nothing.
  init(_ wall: WallTime?, in trace: Trace) {
    end = wall?.end ?? trace.end
    let begin = wall?.start ?? trace.horizon?.instant ?? .zero
    // A recording that began just before the first operation is shown from its beginning, so that the axis begins at zero.
    let isFromTheBeginning =
      trace.horizon == nil && begin.nanoseconds <= end.nanoseconds / 20
    start = isFromTheBeginning ? .zero : min(begin, end)
  }

  /// The span of some operations of a trace.
  init(of operations: [TracedOperation], in trace: Trace) {
    self.init(WallTime(of: operations, in: trace), in: trace)
  }

  /// What of it lies within a span; nothing of it, at its nearer end, where they don't meet.
  func limited(to limits: ClosedRange<TraceInstant>) -> RunSpan {
    let start = min(max(start, limits.lowerBound), end)
    return RunSpan(from: start, to: max(start, min(end, limits.upperBound)))
  }

  /// Its length.
  var nanoseconds: UInt64 {
    end.nanoseconds(since: start)
  }

  /// Where in the span a moment is, from 0 to 1.
  func position(of instant: TraceInstant) -> Double {
    guard nanoseconds > 0 else { return 0 }
    return min(1, Double(instant.nanoseconds(since: start)) / Double(nanoseconds))
  }
}
