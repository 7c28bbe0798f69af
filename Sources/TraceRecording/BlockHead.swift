import Synchronization
import TraceEvents

/// The head of a chunk in blocks that are used again.
struct BlockHead {
  private typealias Offset = TraceFileFormat.ChunkOffset
  private let memory: UnsafeMutableRawBufferPointer

  /// The head of the chunk that takes this memory.
  init(_ memory: UnsafeMutableRawBufferPointer) {
    self.memory = memory
  }

  /// The bytes of records behind the head.
  var committed: Int {
    guard let base = memory.baseAddress else { return 0 }
    let field = (base + Offset.committed).assumingMemoryBound(to: Atomic<UInt32>.self)
    return Int(field.pointee.load(ordering: .acquiring))
  }

  /// The records, as far as they are complete.
  var records: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      rebasing: UnsafeRawBufferPointer(memory)[TraceFileFormat.chunkHeadSize...].prefix(committed)
    )
  }

  /// The number of the thread that wrote it.
  var thread: UInt32 {
    UInt32(littleEndian: memory.load(fromByteOffset: Offset.thread, as: UInt32.self))
  }

  /// Which chunk of all threads it is.
  var number: UInt64 {
    UInt64(littleEndian: memory.load(fromByteOffset: Offset.number, as: UInt64.self))
  }

  /// Fills in the head of an empty chunk; its generation last, so that a reader never takes old records for new ones.
  func begin(
    _ thread: UInt32,
    _ index: UInt32,
    _ kind: TraceFileFormat.ChunkKind,
    _ generation: UInt64,
    number: UInt64 = 0
  ) {
    commit(0)
    atomicMemoryFence(ordering: .releasing)
    store(UInt32(memory.count), at: Offset.size)
    store(thread, at: Offset.thread)
    store(index, at: Offset.index)
    store(kind.rawValue, at: Offset.kind)
    memory.storeBytes(of: number.littleEndian, toByteOffset: Offset.number, as: UInt64.self)
    guard let base = memory.baseAddress else { return }
    let field = (base + Offset.generation).assumingMemoryBound(to: Atomic<UInt64>.self)
    field.pointee.store(generation, ordering: .releasing)
    store(TraceFileFormat.chunkMagic, at: Offset.magic)
  }

  /// Makes that many bytes of records visible.
  func commit(_ count: Int) {
    guard let base = memory.baseAddress else { return }
    let field = (base + Offset.committed).assumingMemoryBound(to: Atomic<UInt32>.self)
    field.pointee.store(UInt32(count), ordering: .releasing)
  }

  /// Makes sure that no block behind the first one looks like the beginning of a chunk; the records are gone after that.
  func wipe(blockSize: Int) {
    var offset = blockSize
    while offset < memory.count {
      store(UInt32(0), at: offset)
      offset += blockSize
    }
  }

  /// Appends the chunk as it is to the bytes of a file, which it extends by its whole size.
  func append(to image: inout [UInt8]) {
    let used = committed
    let start = image.count
    image += UnsafeRawBufferPointer(
      rebasing: UnsafeRawBufferPointer(memory).prefix(TraceFileFormat.chunkHeadSize + used)
    )
    // The thread may have gone on writing meanwhile.
    withUnsafeBytes(of: UInt32(used).littleEndian) { count in
      let field = start + Offset.committed
      image.replaceSubrange(field..<field + count.count, with: count)
    }
    image += repeatElement(0, count: start + memory.count - image.count)
  }

  private func store(_ value: UInt32, at offset: Int) {
    memory.storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt32.self)
  }
}
