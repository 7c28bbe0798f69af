import TraceEvents

/// The suspensions of one queue, to be asked which of them fall into a span of time.
struct SuspensionHistory {
  /// How many spans all operations of a trace may hold together before they are condensed; only a trace made to be
  /// expensive has so many.
  static let spanLimit = 1 << 21

  private let spans: [OperationTimeline.Span]
  /// The length of all spans before a position.
  private let lengths: [UInt64]

  /// Takes a queue's suspensions; one that has not ended lasts to the trace's end, and those that touch are one.
  init(_ suspensions: [TracedQueue.Suspension], end: TraceInstant) {
    var spans: [OperationTimeline.Span] = []
    var lengths: [UInt64] = [0]
    for suspension in suspensions {
      let span = OperationTimeline.Span(start: suspension.start, end: suspension.end ?? end)
      guard span.start < span.end else { continue }
      if let last = spans.last, last.end == span.start {
        spans[spans.count - 1].end = span.end
        lengths[spans.count] += span.end.nanoseconds(since: span.start)
      } else {
        spans.append(span)
        lengths.append((lengths.last ?? 0) + span.end.nanoseconds(since: span.start))
      }
    }
    self.spans = spans
    self.lengths = lengths
  }

  /// Tells an operation's timeline when a slot was free and when the queue was suspended.
  ///
  /// With nothing left of `budget`, the suspensions before and after the slot are each drawn together into one span: the
  /// sums stay exact, only where in its queued time the operation stood still is not.
  func apply(to timeline: inout OperationTimeline, slotFree: TraceInstant, budget: inout Int) {
    guard !spans.isEmpty, timeline.ready < timeline.execution else {
      timeline.setQueued(slotFree: slotFree, suspensions: [])
      return
    }
    let range = overlapping(timeline.ready, timeline.execution)
    if range.count <= max(budget, 2) {
      budget -= range.count
      timeline.setQueued(slotFree: slotFree, suspensions: Array(spans[range]))
      return
    }
    budget = min(budget, 0)
    let slot = min(max(slotFree, timeline.ready), timeline.execution)
    let condensed = [(timeline.ready, slot), (slot, timeline.execution)].map { start, end in
      let length = suspended(before: end) - suspended(before: start)
      return OperationTimeline.Span(
        start: start,
        end: TraceInstant(nanoseconds: start.nanoseconds + length)
      )
    }
    timeline.setQueued(slotFree: slotFree, suspensions: condensed)
  }

  /// The positions of the spans that have a part between two instants.
  private func overlapping(_ start: TraceInstant, _ end: TraceInstant) -> Range<Int> {
    let first = spans.partitioningIndex { $0.end > start }
    let last = spans.partitioningIndex { $0.start >= end }
    return first..<max(first, last)
  }

  /// How long the queue was suspended in all before an instant.
  private func suspended(before instant: TraceInstant) -> UInt64 {
    let next = spans.partitioningIndex { $0.end > instant }
    let part = next < spans.count ? instant.nanoseconds(since: spans[next].start) : 0
    return lengths[next] + part
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first position from which on `belongs` is true, for elements of which it is false first and then true.
  package func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
