/// Something that was measured in one or more runs before and after: the medians, and whether they differ beyond noise.
package struct MeasuredChange: Hashable, Sendable {
  /// The median before.
  package var before: Double

  /// The median after.
  package var after: Double

  /// By how much the two may differ by chance; nil where nobody asks whether they differ.
  package var noise: Double?

  /// How they differ.
  package var direction: Direction

  /// How two values differ.
  package enum Direction: String, Hashable, Sendable, CaseIterable {
    /// By no more than noise.
    case same
    /// The one after is larger.
    case more
    /// The one after is smaller.
    case less
    /// It can't be told, as what was measured is not whole.
    case unknown
  }

  /// Compares the values of some runs with those of others.
  ///
  /// - Parameters:
  ///   - before: The values before; at least one.
  ///   - after: The values after; at least one.
  ///   - band: What is noise.
  ///   - least: What is noise where the runs don't tell, however small the values are.
  package init(_ before: [Double], _ after: [Double], band: NoiseBand, least: Double = 0) {
    self.before = before.median
    self.after = after.median
    let noise = band.halfWidth(before, after, least: least)
    self.noise = noise
    let difference = self.after - self.before
    direction = difference.magnitude > noise ? (difference > 0 ? .more : .less) : .same
  }

  /// Puts values side by side and does not judge them.
  package init(unjudged before: [Double], _ after: [Double]) {
    self.before = before.median
    self.after = after.median
    direction = .unknown
  }

  /// By how much the value grew; below zero when it became less.
  package var difference: Double {
    after - before
  }

  /// The same as a share of what was before, such as 0.25; nil when nothing was before.
  package var share: Double? {
    before > 0 ? difference / before : nil
  }

  /// The noise as a share of what was before; nil when nothing was before or it is not known.
  package var noiseShare: Double? {
    noise.flatMap { before > 0 ? $0 / before : nil }
  }

  /// The same, or one that does not count, as it is too little to matter.
  func counting(if matters: Bool) -> MeasuredChange {
    var change = self
    if !matters, change.direction != .unknown { change.direction = .same }
    return change
  }
}
