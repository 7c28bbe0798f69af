import TraceAnalysis
import TraceEvents
import TraceModel

/// A span in which a queue as a whole was not as usual: suspended, or held by a barrier.
private struct BandSpan {
  var left: Double
  var right: Double
  var isBarrier: Bool
  var words: String
  var count = 1
}

extension TimelineBand {
  /// Whether there are spans of the whole queue to draw.
  var hasSpans: Bool {
    guard let queue else { return false }
    return !queue.suspensions.isEmpty || queue.barriers.contains { $0.began != nil }
  }
}

extension TimelineDrawing {
  /// Shades the spans in which the queue was suspended or held by a barrier, with a word above them.
  mutating func drawSpans(of band: TimelineBand, over ground: SVGWriter.Box) {
    guard let queue = band.queue, band.hasSpans else { return }
    let spans = spans(of: queue)
    for (position, span) in spans.enumerated() {
      let box = SVGWriter.Box(
        x: Self.left + span.left,
        y: ground.y,
        width: max(1, span.right - span.left),
        height: ground.height
      )
      writer.open(class: span.isBarrier ? "barrier-span" : "suspended", tooltip: span.words)
      writer.add(
        box,
        .texture(span.isBarrier ? .barrier : .shade),
        outline: .init(
          tone: span.isBarrier ? GraphPalette.barrierEdge : GraphPalette.suspendedBorder,
          isDashed: true
        )
      )
      let room = (position + 1 < spans.count ? spans[position + 1].left : axis.width) - span.left
      if FontMetrics.width(span.words, size: 9) + 4 <= room {
        let tone = span.isBarrier ? GraphPalette.barrierEdge : GraphPalette.suspendedText
        let place = SVGWriter.Place(x: box.x + 3, y: ground.y + 10)
        writer.add(span.words, at: place, tone, size: 9, halo: GraphPalette.background)
      }
      writer.close()
      if span.isBarrier { legend.hasBarrierSpans = true } else { legend.hasSuspensions = true }
    }
  }

  /// The spans in the order of time; those of one kind that can't be told apart are one.
  private func spans(of queue: TracedQueue) -> [BandSpan] {
    let end = contents.trace.end
    var spans: [(start: TraceInstant, end: TraceInstant, isBarrier: Bool, word: String)] = []
    for suspension in queue.suspensions {
      let word = suspension.end == nil ? "SUSPENDED" : "suspended"
      spans.append((suspension.start, suspension.end ?? end, false, word))
    }
    for barrier in queue.barriers {
      guard let began = barrier.began else { continue }
      spans.append((began, barrier.ended ?? end, true, "barrier"))
    }
    spans.sort { $0.start < $1.start }
    var drawn: [BandSpan] = []
    var last: [Bool: Int] = [:]
    for span in spans where span.end >= axis.span.start && span.start <= axis.span.end {
      let left = axis.x(span.start)
      let right = max(left, axis.x(span.end))
      if let place = last[span.isBarrier], left - drawn[place].right < 1 {
        drawn[place].right = max(drawn[place].right, right)
        drawn[place].count += 1
        let noun = span.isBarrier ? "barrier" : "suspension"
        drawn[place].words = CountText.of(drawn[place].count, noun)
      } else {
        last[span.isBarrier] = drawn.count
        let lasted = contents.annotated.duration(span.end.nanoseconds(since: span.start))
        drawn.append(
          BandSpan(
            left: left,
            right: right,
            isBarrier: span.isBarrier,
            words: "\(span.word) \(lasted)"
          )
        )
      }
    }
    return drawn
  }
}
