/// How densely a timeline's picture is drawn, so that it does not grow without end.
struct PictureDensity: Hashable {
  /// How high a lane is, and how much room is below it.
  var laneHeight: Double
  var laneGap: Double
  /// The size of text in lanes; nil where there is no room for any.
  var textSize: Double?
  /// How high the curve of depth is; nil where there is none.
  var depthHeight: Double?

  /// The names of queues stand above their lanes.
  static let headHeight = 22.0
  /// The row for words about spans of the whole queue.
  static let spanHeight = 12.0
  /// What is below a queue.
  static let bandGap = 14.0

  static let roomy = PictureDensity(laneHeight: 18, laneGap: 3, textSize: 10, depthHeight: 26)
  static let compact = PictureDensity(laneHeight: 12, laneGap: 2, textSize: 8, depthHeight: 18)
  static let dense = PictureDensity(laneHeight: 5, laneGap: 1, textSize: nil, depthHeight: nil)

  /// Above these heights it is drawn denser, and at last queues are left out.
  private static let limits = (roomy: 3_000.0, compact: 6_000.0, dense: 12_000.0)

  private init(laneHeight: Double, laneGap: Double, textSize: Double?, depthHeight: Double?) {
    self.laneHeight = laneHeight
    self.laneGap = laneGap
    self.textSize = textSize
    self.depthHeight = depthHeight
  }

  /// The density that suits what there is to show.
  init(for bands: [TimelineBand]) {
    func total(_ density: PictureDensity) -> Double {
      bands.reduce(0) { $0 + density.height(of: $1) }
    }
    if total(.roomy) <= Self.limits.roomy {
      self = .roomy
    } else if total(.compact) <= Self.limits.compact {
      self = .compact
    } else {
      self = .dense
    }
  }

  /// How high a band is.
  func height(of band: TimelineBand) -> Double {
    let lanes = Double(band.laneCount) * (laneHeight + laneGap)
    return Self.headHeight + (band.hasSpans ? Self.spanHeight : 0) + lanes
      + (band.queue == nil ? 0 : depthHeight.map { $0 + 14 } ?? 0) + Self.bandGap
  }

  /// The positions of the bands for which there is room: those with something that must be seen and the busiest first.
  func bands(of all: [TimelineBand]) -> [Int] {
    let order = all.indices.sorted { a, b in
      if all[a].isNotable != all[b].isNotable { return all[a].isNotable }
      if all[a].busyNanoseconds != all[b].busyNanoseconds {
        return all[a].busyNanoseconds > all[b].busyNanoseconds
      }
      return a < b
    }
    var height = 0.0
    var kept: [Int] = []
    for position in order {
      height += self.height(of: all[position])
      guard height <= Self.limits.dense || kept.isEmpty else { break }
      kept.append(position)
    }
    return kept.sorted()
  }
}
