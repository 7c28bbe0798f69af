import COperationHooks

/// Tells the records of operations that are over from those that are still needed.
package struct RecordSieve: ~Copyable {
  private let sieve: OpaquePointer

  /// Makes a sieve that knows of nothing; nil when there is no memory.
  package init?() {
    guard let sieve = oth_sieve_make() else { return nil }
    self.sieve = sieve
  }

  deinit {
    oth_sieve_free(sieve)
  }

  /// Looks at records that nobody writes any more; false when there is no memory to remember them.
  package func note(_ records: UnsafeRawBufferPointer) -> Bool {
    records.isEmpty || oth_sieve_note(sieve, records.baseAddress, records.count)
  }

  /// Copies those records that are not of an operation whose enqueue and deallocation were both noted.
  ///
  /// - Parameters:
  ///   - records: The records, with their texts.
  ///   - room: Where they go; it has room for all of them.
  /// - Returns: How many bytes were copied.
  package func copy(
    _ records: UnsafeRawBufferPointer,
    to room: UnsafeMutableRawPointer
  ) -> Int {
    records.isEmpty ? 0 : oth_sieve_copy(sieve, records.baseAddress, records.count, room)
  }

  /// How many events were noted.
  package var events: UInt64 { oth_sieve_events(sieve) }

  /// How many operations are over.
  package var over: UInt64 { oth_sieve_over(sieve) }

  /// The highest number of an operation in what was noted; 0 for none.
  package var lastOperation: UInt32 { oth_sieve_last_operation(sieve) }
}
