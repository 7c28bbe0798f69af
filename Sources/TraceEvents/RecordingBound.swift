/// How much of a recording is kept: all of it, or the most recent part.
package enum RecordingBound: Hashable, Sendable {
  /// The most recent part that fits into that many bytes.
  case bytes(Int)
  /// What happened within that time, if it fits into 128 MiB.
  case duration(Duration)

  /// The least that can be asked for, in bytes.
  package static let leastBytes = 1 << 20
  /// The most, in bytes: 64 GiB.
  package static let mostBytes = 64 << 30
  /// The bytes that a recording takes at most which is bound by time.
  package static let bytesOfDuration = 128 << 20
  /// The shortest time that can be asked for, and the longest.
  package static let durations: ClosedRange<Duration> = .seconds(1) ... .seconds(30 * 86_400)

  /// What it means in the file; what is out of range is brought into it.
  package var trace: TraceBound {
    switch self {
    case .bytes(let bytes):
      return TraceBound(bytes: UInt64(min(max(bytes, Self.leastBytes), Self.mostBytes)))
    case .duration(let duration):
      let bounded = min(max(duration, Self.durations.lowerBound), Self.durations.upperBound)
      return TraceBound(
        bytes: UInt64(Self.bytesOfDuration),
        nanoseconds: UInt64(bounded / .nanoseconds(1))
      )
    }
  }
}

extension RecordingBound {
  /// What a word for a bound looks like, for messages.
  package static let expected =
    "a size from 1MiB on such as 64MiB, or a time from 1s on such as 10min"

  /// Reads a word such as "64MiB", "2048KiB", "1GiB" or "10min"; nil for what is neither or out of range.
  package init?(word: String) {
    if let duration = DurationWord.duration(word) {
      guard Self.durations.contains(duration) else { return nil }
      self = .duration(duration)
      return
    }
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    let units = ["KiB": 10, "MiB": 20, "GiB": 30]
    guard let number = Int(digits), let shift = units[String(word.dropFirst(digits.count))],
      number <= Self.mostBytes >> shift, number << shift >= Self.leastBytes
    else { return nil }
    self = .bytes(number << shift)
  }
}
