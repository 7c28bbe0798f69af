extension OperationTracer {
  /// Writes that many records as fast as it can: the cost of one is the time divided by their number.
  @_spi(Benchmarks)
  public func writeRecords(count: UInt64) {
    recording.writeForBenchmark(count: count)
  }
}
