import TraceAnalysis
import TraceEvents
import TraceModel

/// Puts what overlaps in time into lanes beside each other.
///
/// Each item goes into the first lane that is free when it begins, so there are as many lanes as items overlap at the most:
/// one for a serial queue, and a lane stands for a slot.
struct LanePacking {
  /// The lanes, each with its items in the order in which they begin.
  private(set) var lanes: [[LaneItem]] = []

  /// How many more lanes it would take to draw apart what overlaps; the last lane holds what would be in them.
  private(set) var foldedLanes = 0

  /// Packs items into at most so many lanes; those that come first in the order of time come first.
  ///
  /// Linear in the number of items but for the search of a free lane.
  init(_ items: [LaneItem], atMost limit: Int) {
    let order = TimeOrder.ascending(items.map(\.start.nanoseconds))
    var free = MinHeap()
    var taken = MinHeap()
    var count = 0
    for number in order {
      let item = items[Int(number)]
      while let first = taken.min, first.key <= item.start.nanoseconds {
        _ = taken.popMin()
        free.insert(first.number)
      }
      var lane = count
      if let first = free.popMin() {
        lane = first.number
      } else {
        count += 1
      }
      // What took no time takes no lane from what begins at the same moment.
      taken.insert(lane, key: max(item.end.nanoseconds, item.start.nanoseconds))
      let place = min(lane, limit - 1)
      if place == lanes.count { lanes.append([]) }
      lanes[place].append(item)
    }
    foldedLanes = count - lanes.count
  }

  /// Packs one group of items below another, so that the first has lanes of its own where the second must share.
  init(_ first: [LaneItem], _ second: [LaneItem], atMost limit: Int) {
    let above = LanePacking(first, atMost: second.isEmpty ? limit : max(1, limit - 4))
    let below = LanePacking(second, atMost: max(1, limit - above.lanes.count))
    lanes = above.lanes + below.lanes
    foldedLanes = above.foldedLanes + below.foldedLanes
  }
}
