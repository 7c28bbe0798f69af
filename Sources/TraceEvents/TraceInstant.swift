/// A moment of a trace: nanoseconds of a monotonic clock since the recording began.
public struct TraceInstant: Hashable, Comparable, Sendable {
  /// Nanoseconds since the recording began.
  public var nanoseconds: UInt64

  /// The moment that many nanoseconds after the recording began.
  public init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  /// The moment at which the recording began.
  public static let zero = TraceInstant(nanoseconds: 0)

  /// Orders by time.
  public static func < (a: TraceInstant, b: TraceInstant) -> Bool {
    a.nanoseconds < b.nanoseconds
  }

  /// Nanoseconds from `other` to this moment; zero when `other` is later.
  public func nanoseconds(since other: TraceInstant) -> UInt64 {
    nanoseconds > other.nanoseconds ? nanoseconds - other.nanoseconds : 0
  }
}
