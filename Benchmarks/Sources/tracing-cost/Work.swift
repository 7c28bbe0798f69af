import Foundation

/// Work of a given length, in rounds of a computation that nothing takes away.
struct Work {
  /// How many rounds take a microsecond: the same in all runs that are compared, so that they do the same work.
  let roundsPerMicrosecond: Double

  /// Measures by the clock how fast the machine is now: the best of so many short runs, so that what disturbs one does not count.
  static func measuredSpeed(runs: Int) -> Double {
    let rounds = 200_000
    let clock = ContinuousClock()
    var best = Double.infinity
    for seed in 0..<runs {
      let begin = clock.now
      compute(rounds: rounds, seed: UInt64(seed))
      best = min(best, (clock.now - begin) / .microseconds(1))
    }
    return Double(rounds) / best
  }

  /// Computes for so long.
  func run(microseconds: Double, seed: Int) {
    Self.compute(rounds: Int(microseconds * roundsPerMicrosecond), seed: UInt64(seed))
  }

  /// Each round needs the one before it, and the end is looked at.
  @inline(never)
  private static func compute(rounds: Int, seed: UInt64) {
    var value = seed | 1
    for _ in 0..<rounds {
      value ^= value << 13
      value ^= value >> 7
      value ^= value << 17
    }
    if value == 0 { print("never") }
  }
}

/// Random numbers that are the same in each run.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) {
    state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A length in microseconds: half of them below 300, few very long, none below 50 or above 5,000.
  mutating func microseconds() -> Double {
    let (a, b) = (
      Double.random(in: .ulpOfOne..<1, using: &self), Double.random(in: 0..<1, using: &self)
    )
    let normal = (-2 * log(a)).squareRoot() * cos(2 * .pi * b)
    return min(5_000, max(50, 300 * exp(0.8 * normal)))
  }
}
