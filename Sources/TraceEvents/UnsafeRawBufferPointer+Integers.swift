import Synchronization

extension UnsafeRawBufferPointer {
  /// The little-endian integer at an offset; the caller has checked that it is there.
  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, at offset: Int) -> Integer {
    Integer(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
  }

  /// The 32-bit integer at an aligned offset, after which everything that was written before it is seen.
  func acquireUInt32(at offset: Int) -> UInt32 {
    let value = integer(UInt32.self, at: offset)
    atomicMemoryFence(ordering: .acquiring)
    return value
  }

  /// The 64-bit integer at an aligned offset, after which everything that was written before it is seen.
  func acquireUInt64(at offset: Int) -> UInt64 {
    let value = integer(UInt64.self, at: offset)
    atomicMemoryFence(ordering: .acquiring)
    return value
  }
}
