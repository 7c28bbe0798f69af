extension Duration {
  /// The length in nanoseconds, rounded down; zero for a negative one, the longest that there is for one too long to count.
  package var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let whole = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let total = whole.partialValue.addingReportingOverflow(UInt64(attoseconds) / 1_000_000_000)
    return whole.overflow || total.overflow ? .max : total.partialValue
  }
}
