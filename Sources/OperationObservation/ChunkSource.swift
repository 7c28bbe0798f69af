/// Where the observer's records go: it hands out memory, a chunk for one thread at a time.
package protocol ChunkSource: AnyObject, Sendable {
  /// Returns a chunk of at least `minimum` bytes whose head has been filled in, or nil when there is no room.
  ///
  /// Called on a traced thread that holds no lock of the observer's. `index` counts the chunks the thread has had.
  func nextChunk(thread: UInt32, index: UInt32, minimum: Int) -> UnsafeMutableRawBufferPointer?
}
