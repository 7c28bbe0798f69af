import TraceEvents
import TraceModel

/// How many operations of a queue executed, were queued and waited over time, as far as it can be seen at a width.
struct DepthCurve {
  /// The counts in each column: those of the moment in it at which there were the most in all.
  private(set) var columns: [QueueDepth]

  /// The most that there were of each kind at once, and in all.
  private(set) var most = QueueDepth(instant: .zero, waiting: 0, queued: 0, executing: 0)
  private(set) var mostInAll = 0

  /// How wide a column is, in points.
  let columnWidth: Double

  /// Samples the steps of a queue, linear in their number.
  init(_ steps: [QueueDepth], on axis: PictureAxis, columnWidth: Double) {
    self.columnWidth = columnWidth
    let count = max(1, Int(axis.width / columnWidth))
    let nothing = QueueDepth(instant: .zero, waiting: 0, queued: 0, executing: 0)
    columns = Array(repeating: nothing, count: count)
    for (position, step) in steps.enumerated() {
      let next = position + 1 < steps.count ? steps[position + 1].instant : axis.span.end
      guard next > step.instant, next > axis.span.start, step.instant < axis.span.end else {
        continue
      }
      mostInAll = max(mostInAll, step.inAll)
      most.executing = max(most.executing, step.executing)
      most.queued = max(most.queued, step.queued)
      most.waiting = max(most.waiting, step.waiting)
      let first = min(count - 1, Int(axis.x(step.instant) / columnWidth))
      let end = axis.x(next) / columnWidth
      // A step that ends at a boundary is not in the column behind it.
      let last = min(count - 1, max(first, Int(end.rounded(.up)) - 1))
      for column in first...last where step.inAll > columns[column].inAll {
        columns[column] = step
      }
    }
  }

  /// The outline of the area below a count, in a height for the most in all, with its foot at a place.
  func path(x: Double, foot: Double, height: Double, _ count: (QueueDepth) -> Int) -> String {
    let scale = height / Double(max(1, mostInAll))
    var path = "M\(SVGNumber(x)),\(SVGNumber(foot))"
    var level = 0
    for (column, depth) in columns.enumerated() where count(depth) != level {
      level = count(depth)
      path += "H\(SVGNumber(x + Double(column) * columnWidth))"
      path += "V\(SVGNumber(foot - Double(level) * scale))"
    }
    return path + "H\(SVGNumber(x + Double(columns.count) * columnWidth))V\(SVGNumber(foot))Z"
  }
}

extension QueueDepth {
  /// How many there are in all.
  var inAll: Int {
    executing + queued + waiting
  }
}
