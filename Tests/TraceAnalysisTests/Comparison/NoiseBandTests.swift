import Testing
import TraceAnalysis
import TraceTestSupport

/// What is a change and what is chance.
@Suite struct NoiseBandTests {
  /// Values around a middle, spread by a share of it; one in ten is an outlier of up to twice as much.
  private func values(
    _ count: Int,
    around middle: Double,
    spread: Double = 0.05,
    by generator: inout SeededGenerator
  ) -> [Double] {
    (0..<count).map { _ in
      let uniform = (0..<12).reduce(-6.0) { sum, _ in
        sum + Double.random(in: 0..<1, using: &generator)
      }
      let value = middle * (1 + spread * uniform)
      return generator.chance(0.1) ? value * Double.random(in: 1..<2, using: &generator) : value
    }
  }

  /// How many of a thousand comparisons say that it became more, and that it became less.
  private func verdicts(runs: Int, growth: Double, seed: UInt64) -> (more: Int, less: Int) {
    var generator = SeededGenerator(seed: seed)
    var (more, less) = (0, 0)
    for _ in 0..<1_000 {
      let before = values(runs, around: 1e8, by: &generator)
      let after = values(runs, around: 1e8 * growth, by: &generator)
      switch MeasuredChange(before, after, band: NoiseBand()).direction {
      case .more: more += 1
      case .less: less += 1
      case .same, .unknown: break
      }
    }
    return (more, less)
  }

  @Test(arguments: [3, 5, 10, 20])
  func `Runs that differ by chance are rarely told apart`(runs: Int) {
    let (more, less) = verdicts(runs: runs, growth: 1, seed: 7)
    #expect(more + less <= 45, "\(more) + \(less) of 1000")
  }

  @Test(arguments: [(5, 750), (10, 990), (20, 1_000)])
  func `What grew by a quarter is mostly seen`(runs: Int, atLeast: Int) {
    let (more, less) = verdicts(runs: runs, growth: 1.25, seed: 11)
    #expect(more >= atLeast, "\(more) of 1000")
    #expect(less <= 2)
    #expect(verdicts(runs: runs, growth: 1 / 1.25, seed: 13).less >= atLeast - 60)
  }

  @Test func `More runs make the band narrower, and an outlier does not make it wide`() {
    let calm: [Double] = [100, 102, 98, 101, 99]
    let band = NoiseBand()
    let five = band.halfWidth(calm, calm, least: 0)
    #expect(band.halfWidth(calm + calm, calm + calm, least: 0) < five)
    let outlier = band.halfWidth(calm + [400], calm, least: 0)
    #expect(outlier < 2 * five)
    #expect(MeasuredChange(calm, [130, 131, 129, 900, 128], band: band).direction == .more)
  }

  @Test func `The larger the spread, the wider the band`() {
    let (calm, wild): ([Double], [Double]) = ([100, 101, 99], [100, 140, 60])
    let band = NoiseBand()
    #expect(band.halfWidth(calm, calm, least: 0) < band.halfWidth(wild, calm, least: 0))
    #expect(MeasuredChange(calm, calm.map { $0 + 20 }, band: band).direction == .more)
    #expect(MeasuredChange(wild, wild.map { $0 + 20 }, band: band).direction == .same)
  }

  @Test func `Without enough runs a tenth is noise, and what is tiny`() {
    let band = NoiseBand()
    #expect(MeasuredChange([100], [110], band: band).direction == .same)
    #expect(MeasuredChange([100], [111], band: band).direction == .more)
    #expect(MeasuredChange([100], [89], band: band).direction == .less)
    #expect(MeasuredChange([100], [120], band: band, least: 30).direction == .same)
    #expect(MeasuredChange([100, 100, 100], [111], band: band).direction == .more)
    #expect(MeasuredChange([100, 100], [108, 108], band: band).direction == .same)
    #expect(MeasuredChange([100, 100, 100], [108, 108, 108], band: band).direction == .more)
    #expect(MeasuredChange([100, 100, 100], [102, 102, 102], band: band).direction == .same)
  }

  @Test func `What is noise at least can be set`() {
    let band = NoiseBand(noise: 0.5)
    #expect(MeasuredChange([100], [150], band: band).direction == .same)
    #expect(MeasuredChange([100], [151], band: band).direction == .more)
    #expect(MeasuredChange([100, 100, 100], [150, 150, 150], band: band).direction == .same)
    #expect(MeasuredChange([100], [101], band: NoiseBand(noise: 0)).direction == .more)
  }

  @Test func `Values that are the same did not change, whatever is noise`() {
    for runs in 1...5 {
      let values = (0..<runs).map { Double($0) * 1e9 }
      let change = MeasuredChange(values, values, band: NoiseBand(noise: 0))
      #expect(change.direction == .same)
      #expect(change.difference == 0)
    }
    let nothing = MeasuredChange([0], [0], band: NoiseBand())
    #expect(nothing.direction == .same)
    #expect(nothing.share == nil)
    #expect(MeasuredChange([0], [5], band: NoiseBand()).direction == .more)
  }

  @Test func `The median is in the middle`() {
    #expect(MeasuredChange(unjudged: [3, 1, 2], [4, 1]).before == 2)
    #expect(MeasuredChange(unjudged: [3, 1, 2], [4, 1]).after == 2.5)
    #expect(MeasuredChange(unjudged: [3, 1, 2], [4, 1]).direction == .unknown)
    #expect(MeasuredChange(unjudged: [4], [5]).share == 0.25)
  }
}
