#if os(Linux)
/// What the unwinder must know of the processor: the DWARF numbers of registers, and how code calls and returns.
///
/// The part for arm64 has been compiled by nobody and run by nobody yet.
enum Processor {
  #if arch(x86_64)
  static let framePointer = 6
  static let stackPointer = 7
  static let returnAddress = 16
  /// Registers that a function gives back as it got them.
  static let preserved: Set<Int> = [3, 6, 12, 13, 14, 15]
  #else
  static let framePointer = 29
  static let stackPointer = 31
  static let returnAddress = 30
  static let preserved = Set(19...29)
  #endif

  /// A return address without what pointer authentication keeps in its upper bits.
  static func plainAddress(_ address: UInt64) -> UInt64 {
    address & 0x0000_FFFF_FFFF_FFFF
  }

  /// The call in front of a return address.
  enum Call: Equatable {
    /// Of the function at this address.
    case direct(UInt64)
    /// Of a function whose address was in a register or in memory.
    case indirect
  }

  /// The call after which the code at an address goes on; nil when there is none.
  static func call(before address: UInt64) -> Call? {
    #if arch(x86_64)
    let bytes = ProcessMemory.bytes(at: address &- 7, count: 7)
    guard bytes.count == 7 else { return nil }
    let place = address &+ distance(bytes[3...])
    if bytes[2] == 0xE8 { return .direct(target(ofStubAt: place)) }
    // Through the module's table of addresses.
    if bytes[1] == 0xFF, bytes[2] == 0x15,
      let target = ProcessMemory.integer(at: place, as: UInt64.self)
    {
      return .direct(target)
    }
    // FF /2, whose length its operand gives.
    let isCall = (0...5).contains { start in
      bytes[start] == 0xFF && bytes[start + 1] >> 3 & 7 == 2
        && start + callLength(bytes[start + 1], start + 2 < 7 ? bytes[start + 2] : 0) == 7
    }
    return isCall ? .indirect : nil
    #else
    guard let word = ProcessMemory.integer(at: address &- 4, as: UInt32.self) else { return nil }
    if word & 0xFC00_0000 == 0x9400_0000 {
      let distance = Int64(Int32(bitPattern: word << 6) >> 4)
      return .direct(address &- 4 &+ UInt64(bitPattern: distance))
    }
    let isIndirect = word & 0xFFFF_FC1F == 0xD63F_0000 || word & 0xFEFF_F800 == 0xD63F_0800
    return isIndirect ? .indirect : nil
    #endif
  }

  #if arch(x86_64)
  /// How long a call through an operand is: by the byte that describes the operand, and the one behind it.
  private static func callLength(_ operand: UInt8, _ next: UInt8) -> Int {
    let (mode, base) = (operand >> 6, operand & 7)
    var length = 2
    if mode == 1 { length += 1 }
    if mode == 2 { length += 4 }
    if mode != 3, base == 4 {
      length += 1
      if mode == 0, next & 7 == 5 { length += 4 }
    }
    if mode == 0, base == 5 { length += 4 }
    return length
  }

  /// The function that a stub of the procedure linkage table jumps to; another address as it is.
  private static func target(ofStubAt address: UInt64) -> UInt64 {
    var bytes = ProcessMemory.bytes(at: address, count: 16)[...]
    if bytes.starts(with: [0xF3, 0x0F, 0x1E, 0xFA]) { bytes = bytes.dropFirst(4) }
    if bytes.first == 0xF2 { bytes = bytes.dropFirst() }
    guard bytes.starts(with: [0xFF, 0x25]), bytes.count >= 6 else { return address }
    let next = address &+ UInt64(bytes.startIndex) &+ 6
    let slot = next &+ distance(bytes.dropFirst(2).prefix(4))
    return ProcessMemory.integer(at: slot, as: UInt64.self) ?? address
  }

  /// The four bytes of an instruction that say how far its target is from the next one.
  private static func distance(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    let bits = bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return UInt64(bitPattern: Int64(Int32(bitPattern: bits)))
  }
  #endif

  /// How far above the stack pointer a function keeps its caller's frame pointer, once it has made its frame; nil when its first
  /// instructions do not say.
  static func distanceToFrameRecord(inFunctionAt start: UInt64) -> UInt64? {
    #if arch(x86_64)
    var code = ProcessMemory.bytes(at: start, count: 48)[...]
    if code.starts(with: [0xF3, 0x0F, 0x1E, 0xFA]) { code = code.dropFirst(4) }
    // push rbp; mov rbp, rsp
    guard code.starts(with: [0x55, 0x48, 0x89, 0xE5]) else { return nil }
    code = code.dropFirst(4)
    var distance: UInt64 = 0
    while let first = code.first {
      let second = code.dropFirst().first ?? 0
      if first & 0xF8 == 0x50 {
        code = code.dropFirst()
      } else if first == 0x41, second & 0xF8 == 0x50 {
        code = code.dropFirst(2)
      } else {
        break
      }
      distance += 8
    }
    // sub rsp, by a byte or by four
    if code.starts(with: [0x48, 0x83, 0xEC]) {
      return distance + UInt64(code.dropFirst(3).first ?? 0)
    }
    if code.starts(with: [0x48, 0x81, 0xEC]) {
      return distance + code.dropFirst(3).prefix(4).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    return distance
    #else
    return nil
    #endif
  }
}
#endif
