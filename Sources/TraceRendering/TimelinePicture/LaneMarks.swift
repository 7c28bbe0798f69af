import TraceEvents

/// What is drawn in one lane: a bar for each item that can be seen, and blocks of those that are too thin.
struct LaneMarks {
  /// The marks: the plain ones first, then those that must lie on top, each by where they begin.
  private(set) var marks: [Mark] = []

  /// How many items are drawn together with others.
  private(set) var mergedItems = 0

  /// A bar or a block.
  struct Mark: Hashable {
    /// The first item in it.
    var item: LaneItem
    /// How many items it stands for.
    var count = 1
    /// From where to where it reaches, in points from the beginning of the axis.
    var left: Double
    var right: Double
    /// When the last of its items ends.
    var end: TraceInstant
    /// How long its items lasted together, in nanoseconds.
    var nanoseconds: UInt64
    /// Where what is before it in the lane ends, and what is behind it begins.
    var roomLeft: Double
    var roomRight: Double
  }

  /// Divides a lane.
  ///
  /// What is thinner than `least` points is drawn together with its neighbours of the same look that are nearer than that. So
  /// what is stalled, failed, cancelled, or on the critical path never vanishes among others.
  init(_ items: [LaneItem], on axis: PictureAxis, least: Double) {
    var plain: [Mark] = []
    var notable: [Mark] = []
    // The last mark of each look while it can still grow.
    var open: [Int: Int] = [:]
    var reached = 0.0
    for item in items {
      let left = axis.x(item.start)
      let right = max(left, axis.x(item.end))
      let isThin = right - left < least
      let key = item.look.number * 2 + (item.isCritical ? 1 : 0)
      let isNotable = item.isNotable
      func grown(_ mark: inout Mark) -> Bool {
        guard mark.item.looksLike(item) else { return false }
        let isNear = left - mark.right < least
        let overlaps = left < mark.right
        guard isNear, isThin && mark.isGrowing(least) || overlaps else { return false }
        mark.count += 1
        mark.right = max(mark.right, right)
        mark.end = max(mark.end, item.end)
        mark.nanoseconds += item.end.nanoseconds(since: item.start)
        return true
      }
      var isMerged = false
      if let place = open[key] {
        isMerged = isNotable ? grown(&notable[place]) : grown(&plain[place])
      }
      if !isMerged {
        let mark = Mark(
          item: item,
          left: left,
          right: right,
          end: item.end,
          nanoseconds: item.end.nanoseconds(since: item.start),
          roomLeft: min(reached, left),
          roomRight: axis.width
        )
        open[key] = isNotable ? notable.count : plain.count
        if isNotable { notable.append(mark) } else { plain.append(mark) }
      }
      reached = max(reached, right)
    }
    marks = plain + notable
    for mark in marks where mark.count > 1 { mergedItems += mark.count }
    setRooms()
  }

  /// Says for each mark where the next one begins.
  private mutating func setRooms() {
    let order = marks.indices.sorted { marks[$0].left < marks[$1].left }
    for (place, next) in zip(order, order.dropFirst()) {
      marks[place].roomRight = max(marks[place].right, marks[next].left)
    }
  }
}

extension LaneMarks.Mark {
  /// Whether what is thin may still join it: it is thin itself, or a block of such.
  fileprivate func isGrowing(_ least: Double) -> Bool {
    count > 1 || right - left < least
  }
}

extension OperationText.Look {
  /// A number of its own for each look.
  fileprivate var number: Int {
    switch self {
    case .plain: 0
    case .stalled: 1
    case .failed: 2
    case .cancelled: 3
    case .pending: 4
    }
  }
}
