import TraceEvents
import TraceModel

extension TracedQueue {
  /// Whether it was suspended at a moment.
  func isSuspended(at moment: TraceInstant) -> Bool {
    let later = suspensions.partitioningIndex { $0.start > moment }
    guard let last = suspensions[..<later].last else { return false }
    return last.end.map { moment < $0 } ?? true
  }

  /// How many operations could execute at once at a moment; nil when there was no limit.
  func limit(at moment: TraceInstant) -> Int? {
    if isMain { return 1 }
    let later = limits.partitioningIndex { $0.instant > moment }
    let limit = limits[..<later].last?.limit ?? -1
    return limit < 0 ? nil : limit
  }
}
