import TraceEvents

/// A row of a timeline: for each column of the axis, the state that is drawn there.
package struct TimelineBar {
  /// The states; nil where the operation was not there.
  package private(set) var cells: [BarTone?]

  /// Draws parts, which must be in the order of time and not overlap, along an axis.
  ///
  /// A column shows the state that took most of it. But what executed or stalled is never lost between two columns, and
  /// what was there at all has at least one.
  package init(_ parts: [BarPart], along axis: TimeAxis) {
    cells = Array(repeating: nil, count: axis.columns)
    var shares = Array(repeating: 0.0, count: axis.columns)
    for part in parts {
      let start = axis.span.position(of: part.start) * Double(axis.columns)
      let end = axis.span.position(of: part.end) * Double(axis.columns)
      guard end > start else { continue }
      let last = min(axis.columns - 1, Int(end))
      for column in min(axis.columns - 1, Int(start))...last {
        let share = min(end, Double(column + 1)) - max(start, Double(column))
        // Half a column of nothing is nothing: bars end where they end.
        guard share > shares[column], share >= 0.5 || end - start < 1 || cells[column] != nil else {
          continue
        }
        shares[column] = share
        cells[column] = part.tone
      }
    }
    for part in parts where part.tone == .executing || part.tone == .stalled {
      let first = axis.column(of: part.start)
      let last = axis.column(of: part.end)
      if !cells[first...max(first, last)].contains(part.tone) { cells[first] = part.tone }
    }
  }

  /// The runs of equal states, from left to right.
  var runs: [(tone: BarTone?, count: Int)] {
    var runs: [(tone: BarTone?, count: Int)] = []
    for cell in cells {
      if let last = runs.last, last.tone == cell {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((cell, 1))
      }
    }
    return runs
  }
}
