extension UInt64 {
  /// The sum, or the largest number where the sum is larger: of times of a damaged trace.
  package func addingClamped(_ other: UInt64) -> UInt64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
