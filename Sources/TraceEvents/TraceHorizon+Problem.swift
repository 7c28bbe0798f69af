extension TraceHorizon {
  /// Says what is missing in a recording; nil when nothing is but what a reader left out.
  package var problem: TraceProblem? {
    guard !isExcerpt else { return nil }
    let seconds = bound.nanoseconds.map { GroupedNumber.text($0 / 1_000_000_000) }
    let kept = seconds.map { "the last \($0) s" } ?? "the most recent \(size)"
    var message =
      "it keeps \(kept): \(GroupedNumber.text(droppedEvents, "event")) of"
      + " \(GroupedNumber.text(droppedOperations, "operation")) before"
      + " \(GroupedNumber.text(instant.nanoseconds / 1_000_000)) ms"
      + " \(droppedEvents == 1 ? "was" : "were") dropped"
    if shortenedOperations > 0 {
      message +=
        ", and details of \(GroupedNumber.text(shortenedOperations, "operation")) that had not finished: keep more to have them"
    }
    return TraceProblem(message: message)
  }

  private var size: String {
    let kibibytes = bound.bytes >> 10
    return kibibytes.isMultiple(of: 1_024)
      ? "\(GroupedNumber.text(kibibytes >> 10)) MiB" : "\(GroupedNumber.text(kibibytes)) KiB"
  }
}
