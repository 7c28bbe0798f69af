/// Where a command writes to: buffered, and it remembers the first failure instead of throwing at each write.
package final class OutputSink {
  private let emit: (ArraySlice<UInt8>) -> Int32
  private var buffer: [UInt8] = []

  /// The number of the error that ended the output, if one did.
  ///
  /// What is written from then on is dropped.
  package private(set) var failure: Int32?

  /// Makes a sink.
  ///
  /// - Parameter emit: Writes all of the bytes; returns an error number of the system, or zero.
  package init(_ emit: @escaping (ArraySlice<UInt8>) -> Int32) {
    self.emit = emit
  }

  /// How much is held back until `flush()`.
  private static let capacity = 1 << 16

  /// Writes text.
  package func write(_ text: String) {
    guard failure == nil else { return }
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.capacity { flush() }
  }

  /// Writes what is no text.
  package func write(_ bytes: [UInt8]) {
    guard failure == nil else { return }
    buffer.append(contentsOf: bytes)
    flush()
  }

  /// Hands on what was held back.
  package func flush() {
    guard failure == nil, !buffer.isEmpty else { return }
    let number = emit(buffer[...])
    if number != 0 { failure = number }
    buffer.removeAll(keepingCapacity: true)
  }
}
