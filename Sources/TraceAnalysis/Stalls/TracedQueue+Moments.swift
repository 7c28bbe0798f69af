import TraceEvents
import TraceModel

extension TracedQueue {
  /// Whether it was suspended at a moment.
  func isSuspended(at moment: TraceInstant) -> Bool {
    let later = suspensions.partitioningIndex { $0.start > moment }
    guard let last = suspensions[..<later].last else { return false }
    return last.end.map { moment < $0 } ?? true
  }

  /// The limits from the first enqueue on; -1 is the default, no limit.
  ///
  /// What was set before, as is usual when a queue is made, held for nobody.
  func limits(from first: TraceInstant) -> [Int] {
    if isMain { return [1] }
    let next = limits.partitioningIndex { $0.instant > first }
    return limits[max(0, next - 1)...].map(\.limit)
  }

  /// How many operations could execute at once at a moment; nil when there was no limit.
  func limit(at moment: TraceInstant) -> Int? {
    if isMain { return 1 }
    let later = limits.partitioningIndex { $0.instant > moment }
    let limit = limits[..<later].last?.limit ?? -1
    return limit < 0 ? nil : limit
  }
}
