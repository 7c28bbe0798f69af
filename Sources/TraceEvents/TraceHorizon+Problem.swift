extension TraceHorizon {
  /// Says what is missing in a recording; nil when nothing is but what a reader left out.
  package var problem: TraceProblem? {
    guard !isExcerpt else { return nil }
    let kept =
      bound.nanoseconds.map { "the last \($0 / 1_000_000_000) s" } ?? "the most recent \(size)"
    var message =
      "it keeps \(kept): \(Self.count(droppedEvents, "event")) of"
      + " \(Self.count(droppedOperations, "operation")) before"
      + " \(instant.nanoseconds / 1_000_000) ms \(droppedEvents == 1 ? "was" : "were") dropped"
    if shortenedOperations > 0 {
      message +=
        ", and details of \(Self.count(shortenedOperations, "operation")) that had not finished: keep more to have them"
    }
    return TraceProblem(message: message)
  }

  private static func count(_ number: UInt64, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  private var size: String {
    let kibibytes = bound.bytes >> 10
    return kibibytes.isMultiple(of: 1_024) ? "\(kibibytes >> 10) MiB" : "\(kibibytes) KiB"
  }
}
