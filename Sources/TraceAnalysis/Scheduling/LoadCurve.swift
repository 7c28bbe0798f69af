import TraceModel

/// How many of some spans of time lay over each moment, and the area under that: built once, asked in logarithmic time.
struct LoadCurve: Sendable {
  /// Where the height changes, ascending.
  private var instants: [UInt64] = []
  /// How many spans there are from each of them on.
  private var heights: [Int] = []
  /// The area up to each of them, in nanoseconds.
  private var areas: [Double] = []

  /// Lays spans over each other; in time that grows a little faster than their number.
  init(_ spans: [Range<UInt64>]) {
    let spans = spans.filter { !$0.isEmpty }
    let begins = spans.map(\.lowerBound).sorted()
    let ends = spans.map(\.upperBound).sorted()
    var (begin, end) = (0, 0)
    var area = 0.0
    while end < ends.count {
      let next = begin < begins.count ? min(begins[begin], ends[end]) : ends[end]
      if let last = instants.last, let height = heights.last {
        area += Double(height) * Double(next - last)
      }
      while begin < begins.count, begins[begin] == next { begin += 1 }
      while end < ends.count, ends[end] == next { end += 1 }
      instants.append(next)
      heights.append(begin - end)
      areas.append(area)
    }
  }

  /// The area between two moments, in nanoseconds: two spans that cover a second make two seconds.
  func area(from start: UInt64, to end: UInt64) -> Double {
    start < end ? area(upTo: end) - area(upTo: start) : 0
  }

  /// How many spans there are between two moments in the mean; zero where there is no time between them.
  func mean(from start: UInt64, to end: UInt64) -> Double {
    start < end ? area(from: start, to: end) / Double(end - start) : 0
  }

  /// The same as `mean`, for one who asks for later and later times: it walks along instead of searching.
  func mean(from start: UInt64, to end: UInt64, walking place: inout Int) -> Double {
    guard start < end else { return 0 }
    let before = area(upTo: start, walking: &place)
    var next = place
    return (area(upTo: end, walking: &next) - before) / Double(end - start)
  }

  private func area(upTo instant: UInt64, walking place: inout Int) -> Double {
    while place < instants.count, instants[place] <= instant { place += 1 }
    return place > 0 ? area(upTo: instant, after: place - 1) : 0
  }

  private func area(upTo instant: UInt64) -> Double {
    let next = instants.partitioningIndex { $0 > instant }
    return next > 0 ? area(upTo: instant, after: next - 1) : 0
  }

  /// The area up to a moment that lies behind a place and not behind the next.
  private func area(upTo instant: UInt64, after place: Int) -> Double {
    areas[place] + Double(heights[place]) * Double(instant - instants[place])
  }
}
