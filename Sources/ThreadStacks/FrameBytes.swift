#if os(Linux)
/// Reads numbers of DWARF one after the other; what is behind the end reads as zero, and is remembered.
struct FrameBytes {
  private let bytes: [UInt8]
  private(set) var position = 0
  private(set) var isShort = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position >= bytes.count }

  /// All that is left.
  var rest: [UInt8] { Array(bytes[min(position, bytes.count)...]) }

  mutating func integer<Value: FixedWidthInteger>(_: Value.Type) -> Value {
    let size = MemoryLayout<Value>.size
    guard bytes.count - position >= size else {
      isShort = true
      position = bytes.count
      return 0
    }
    defer { position += size }
    return bytes.withUnsafeBytes {
      Value(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Value.self))
    }
  }

  mutating func skip(_ count: Int) {
    guard count >= 0, bytes.count - position >= count else {
      isShort = true
      position = bytes.count
      return
    }
    position += count
  }

  /// An unsigned number in groups of seven bits.
  mutating func unsigned() -> UInt64 {
    var value: UInt64 = 0
    var shift = 0
    while true {
      let byte = integer(UInt8.self)
      if shift < 64 { value |= UInt64(byte & 0x7F) << shift }
      shift += 7
      if byte & 0x80 == 0 { return value }
    }
  }

  /// A signed number in groups of seven bits.
  mutating func signed() -> Int64 {
    var value: UInt64 = 0
    var shift = 0
    while true {
      let byte = integer(UInt8.self)
      if shift < 64 { value |= UInt64(byte & 0x7F) << shift }
      shift += 7
      guard byte & 0x80 == 0 else { continue }
      if shift < 64, byte & 0x40 != 0 { value |= ~0 << shift }
      return Int64(bitPattern: value)
    }
  }

  /// A text that ends with a zero.
  mutating func text() -> [UInt8] {
    var text: [UInt8] = []
    while !isAtEnd {
      let byte = integer(UInt8.self)
      if byte == 0 { return text }
      text.append(byte)
    }
    isShort = true
    return text
  }

  /// An address in one of the encodings of call frame tables; nil for one that stands for none or is not known.
  ///
  /// - Parameters:
  ///   - encoding: The form of the number, and what it is relative to.
  ///   - base: Where the first of the bytes lies in memory.
  ///   - table: Where the table begins, for numbers that are relative to it.
  /// - Returns: The address that the number stands for.
  mutating func address(encoding: UInt8, base: UInt64, table: UInt64) -> UInt64? {
    let place = base &+ UInt64(position)
    let value: UInt64
    switch encoding & 0x0F {
    case 0x00, 0x04, 0x0C: value = integer(UInt64.self)
    case 0x01: value = unsigned()
    case 0x02: value = UInt64(integer(UInt16.self))
    case 0x03: value = UInt64(integer(UInt32.self))
    case 0x09: value = UInt64(bitPattern: signed())
    case 0x0A: value = UInt64(bitPattern: Int64(integer(Int16.self)))
    case 0x0B: value = UInt64(bitPattern: Int64(integer(Int32.self)))
    default: return nil
    }
    switch encoding & 0x70 {
    case 0x00: return value
    case 0x10: return place &+ value
    case 0x30: return table &+ value
    default: return nil
    }
  }
}
#endif
