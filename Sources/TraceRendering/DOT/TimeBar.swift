import TraceEvents

/// One operation's row of the run's Gantt chart, cut into cells of whole points.
///
/// Every bar of a graph has the same width, and a moment of the run stands at the same place in each, up to the points
/// that short parts need to be seen.
package struct TimeBar: Hashable {
  /// The cells from left to right; their widths add up to the bar's.
  package private(set) var cells: [Cell]

  /// A cell; one without a tone is the rest of the run.
  package struct Cell: Hashable {
    /// What it shows.
    package var tone: BarTone?
    /// Its width in points.
    package var width: Int
  }

  /// The narrowest cell, in points.
  package static let leastWidth = 2

  /// Divides a bar of `width` points, at least 20, among the parts, which must be in the order of time.
  package init(_ parts: [BarPart], in span: RunSpan, width: Int) {
    var cells = TimeBar.boundaries(of: parts, in: span, width: width)
    if cells.count * TimeBar.leastWidth > width / 2 {
      cells = TimeBar.sampled(cells, width: width)
    }
    self.cells = TimeBar.rounded(cells, width: width)
  }

  /// A stretch of the bar in points, not yet rounded.
  private struct Stretch {
    var tone: BarTone?
    var start: Double
    var end: Double

    /// Whether it is too short to matter where it is too short to be seen.
    ///
    /// A dispatch of microseconds in a run of seconds would be drawn a thousand times too wide. Execution and stalls are
    /// what somebody looks for, and are always shown.
    var isNegligible: Bool {
      end - start < 0.5 && tone != .executing && tone != .stalled
    }
  }

  /// The parts and the rest between them, from the bar's beginning to its end.
  private static func boundaries(of parts: [BarPart], in span: RunSpan, width: Int) -> [Stretch] {
    var stretches: [Stretch] = []
    var reached = 0.0
    func add(_ tone: BarTone?, to end: Double) {
      let stretch = Stretch(tone: tone, start: reached, end: end)
      guard end > reached || tone == .executing || tone == .stalled, !stretch.isNegligible else {
        return
      }
      reached = end
      if let last = stretches.last, last.tone == tone {
        stretches[stretches.count - 1].end = end
      } else {
        stretches.append(stretch)
      }
    }
    for part in parts {
      add(nil, to: max(reached, span.position(of: part.start) * Double(width)))
      add(part.tone, to: max(reached, span.position(of: part.end) * Double(width)))
    }
    add(nil, to: Double(width))
    return stretches
  }

  /// The tones at evenly spaced points, for an operation with more parts than can be drawn.
  private static func sampled(_ stretches: [Stretch], width: Int) -> [Stretch] {
    let step = Double(leastWidth * 2)
    var result: [Stretch] = []
    var position = 0
    for sample in 0..<(width / (leastWidth * 2)) {
      let (start, end) = (Double(sample) * step, Double(sample + 1) * step)
      var shares: [BarTone?: Double] = [:]
      while position < stretches.count, stretches[position].start < end {
        let stretch = stretches[position]
        shares[stretch.tone, default: 0] += min(end, stretch.end) - max(start, stretch.start)
        if stretch.end > end { break }
        position += 1
      }
      let order: [BarTone?] = [nil] + BarTone.allCases
      let tone = order.max { (shares[$0] ?? -1) < (shares[$1] ?? -1) } ?? nil
      if let last = result.last, last.tone == tone {
        result[result.count - 1].end = end
      } else {
        result.append(Stretch(tone: tone, start: start, end: end))
      }
    }
    return result
  }

  /// Moves the boundaries to whole points, so that no cell is too narrow, as little as possible.
  private static func rounded(_ stretches: [Stretch], width: Int) -> [Cell] {
    guard !stretches.isEmpty else { return [Cell(tone: nil, width: width)] }
    var ends = stretches.map { Int($0.end.rounded()) }
    var least = 0
    for position in ends.indices {
      least += leastWidth
      ends[position] = max(ends[position], least)
      least = ends[position]
    }
    var most = width
    for position in ends.indices.reversed() {
      ends[position] = position == ends.count - 1 ? width : min(ends[position], most)
      most = ends[position] - leastWidth
    }
    var start = 0
    return zip(stretches, ends).map { stretch, end in
      defer { start = end }
      return Cell(tone: stretch.tone, width: end - start)
    }
  }
}
