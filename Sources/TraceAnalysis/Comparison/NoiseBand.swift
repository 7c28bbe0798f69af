/// How far values of several runs lie apart by chance.
package struct NoiseBand: Hashable, Sendable {
  /// What is taken for noise where the runs don't tell, as a share of what was before: 0.1 is ten percent.
  package var unknownNoise = 0.1

  /// What is noise in any case, as a share of what was before.
  package var leastNoise = 0.02

  /// From how many runs on each side the runs tell.
  package static let enoughRuns = 3

  /// How many standard errors of the difference of two medians are noise.
  private static let width = 3.0

  /// The usual band, or one in which the shares are set.
  package init(noise: Double? = nil) {
    guard let noise else { return }
    unknownNoise = noise
    leastNoise = noise
  }

  /// By how much the medians may differ by chance.
  ///
  /// It is three standard errors of the difference of two medians, by the median absolute deviation of all values from the
  /// medians of their sides, which an outlier hardly moves. A few runs may lie close together by chance; so it is never less
  /// than a share of what was before: a small one from three runs on each side on, a larger one below that.
  ///
  /// - Parameters:
  ///   - before: The values before; at least one.
  ///   - after: The values after; at least one.
  ///   - least: What is noise where the runs don't tell, however small the values are.
  /// - Returns: The half of the band, in the unit of the values.
  package func halfWidth(_ before: [Double], _ after: [Double], least: Double) -> Double {
    let isKnown = before.count >= Self.enoughRuns && after.count >= Self.enoughRuns
    let base = before.median.magnitude
    let floor = isKnown ? base * leastNoise : max(base * unknownNoise, least)
    let deviations = before.deviations + after.deviations
    guard !deviations.isEmpty else { return floor }
    // For values that are distributed normally, these are the standard deviation, and the standard error of a median.
    let deviation = 1.4826 * deviations.median
    let error = 1.2533 * (1 / Double(before.count) + 1 / Double(after.count)).squareRoot()
    return max(floor, Self.width * deviation * error)
  }
}

extension [Double] {
  /// The value in the middle, or the mean of the two in the middle; zero of no values.
  package var median: Double {
    guard !isEmpty else { return 0 }
    let ordered = sorted()
    let middle = count / 2
    return count.isMultiple(of: 2)
      ? ordered[middle - 1] / 2 + ordered[middle] / 2 : ordered[middle]
  }

  /// How far each value is from the median; without the one that is the median itself, which would make them look smaller.
  fileprivate var deviations: [Double] {
    let median = median
    let all = map { ($0 - median).magnitude }.sorted()
    return Array(count.isMultiple(of: 2) ? all[...] : all.dropFirst())
  }
}
