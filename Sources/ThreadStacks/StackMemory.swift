#if os(Linux)
import CThreadStacks

/// The part of this process's memory that a thread's stack lies in, read without ever touching what is not there.
///
/// Of a thread that is blocked the stack is read piece by piece as it is wanted; of one that runs there is a copy from one
/// moment.
struct StackMemory {
  /// Where the innermost call's part of the stack begins.
  let start: UInt64

  private var bytes: [UInt8]
  private let isCopy: Bool

  private static let piece = 64 << 10
  /// How far from the innermost call the stack is looked at.
  private static let longest = 1 << 20

  /// The stack from an address on.
  init(from start: UInt64) {
    self.start = start
    bytes = []
    isCopy = false
  }

  /// A copy of the stack from an address on.
  init(from start: UInt64, copy: [UInt8]) {
    self.start = start
    bytes = copy
    isCopy = true
  }

  /// The word at an address of the stack; nil outside.
  mutating func word(at address: UInt64) -> UInt64? {
    guard address >= start, address - start < UInt64(Self.longest) else { return nil }
    let offset = Int(address - start)
    while !isCopy, offset + 8 > bytes.count, bytes.count < Self.longest {
      let more = ProcessMemory.bytes(at: start &+ UInt64(bytes.count), count: Self.piece)
      bytes += more
      if more.count < Self.piece { break }
    }
    guard offset + 8 <= bytes.count else { return nil }
    return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
  }
}

/// Any memory of this process.
enum ProcessMemory {
  /// The bytes from an address on, as far as they are mapped.
  static func bytes(at address: UInt64, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = ots_read_memory(address, buffer.baseAddress, count)
    }
  }

  /// The integer at an address; nil when that is not mapped.
  static func integer<Value: FixedWidthInteger>(at address: UInt64, as: Value.Type) -> Value? {
    var value: Value = 0
    let size = MemoryLayout<Value>.size
    return ots_read_memory(address, &value, size) == size ? value : nil
  }
}
#endif
