import COperationHooks

/// Where the observer's records go: it hands out memory, a chunk for one thread at a time.
package protocol ChunkSource: AnyObject, Sendable {
  /// Returns a chunk of at least `minimum` bytes whose head has been filled in, or nil when there is no room.
  ///
  /// Called on a traced thread that holds no lock of the observer's, and must not wait. `index` counts the chunks the thread has had.
  func nextChunk(thread: UInt32, index: UInt32, minimum: Int) -> UnsafeMutableRawBufferPointer?
}

/// A class reference to a source, by whose address the C side knows it.
final class ChunkSourceBox: Sendable {
  private let source: any ChunkSource

  init(_ source: any ChunkSource) {
    self.source = source
  }

  /// Hands out a chunk of the source that lies at the context's address.
  static let refill: oth_refill = { context, thread, index, minimum, size in
    guard let context else { return nil }
    let source = Unmanaged<ChunkSourceBox>.fromOpaque(context).takeUnretainedValue().source
    guard let chunk = source.nextChunk(thread: thread, index: index, minimum: minimum) else {
      return nil
    }
    size?.pointee = chunk.count
    return chunk.baseAddress
  }
}
