#if os(Linux)
/// What a module says about the frames of its functions, in the tables that exceptions are thrown by (.eh_frame).
struct CallFrameTable {
  /// What is said about one function.
  struct Entry {
    /// Where its code lies.
    var code: Range<UInt64>
    /// The steps that are common to many functions, and its own.
    var common: [UInt8]
    var own: [UInt8]
    var codeFactor: UInt64
    var dataFactor: Int64
    var returnRegister: Int
    /// It is the frame of a signal: the code in front of it was interrupted, and called nothing.
    var isSignal: Bool
    /// How addresses are written in the steps.
    var encoding: UInt8
  }

  /// Where the table begins, where its sorted pairs do, and how many there are.
  private let start: UInt64
  private let pairs: UInt64
  private let count: UInt64

  /// The largest entry that is read.
  private static let largest: UInt32 = 1 << 20

  /// The table that begins at an address; nil for one of a form that linkers do not write.
  init?(at start: UInt64) {
    var head = FrameBytes(ProcessMemory.bytes(at: start, count: 32))
    guard head.integer(UInt8.self) == 1 else { return nil }
    let pointerEncoding = head.integer(UInt8.self)
    let countEncoding = head.integer(UInt8.self)
    let tableEncoding = head.integer(UInt8.self)
    _ = head.address(encoding: pointerEncoding, base: start, table: start)
    // Pairs of signed 32-bit numbers that are relative to the table.
    guard tableEncoding == 0x3B,
      let count = head.address(encoding: countEncoding, base: start, table: start),
      !head.isShort
    else { return nil }
    self.start = start
    self.count = count
    pairs = start &+ UInt64(head.position)
  }

  /// The function at an address.
  func entry(at address: UInt64) -> Entry? {
    var (low, high) = (UInt64(0), count)
    while low < high {
      let middle = low + (high - low) / 2
      guard let first = field(middle, 0) else { return nil }
      if first <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0, let place = field(low - 1, 1), let entry = readEntry(at: place),
      entry.code.contains(address)
    else { return nil }
    return entry
  }

  private func field(_ number: UInt64, _ position: UInt64) -> UInt64? {
    ProcessMemory.integer(at: pairs &+ number &* 8 &+ position &* 4, as: Int32.self)
      .map { start &+ UInt64(bitPattern: Int64($0)) }
  }

  private static func record(at address: UInt64) -> FrameBytes? {
    guard let length = ProcessMemory.integer(at: address, as: UInt32.self), length > 4,
      length < largest
    else { return nil }
    let bytes = ProcessMemory.bytes(at: address &+ 4, count: Int(length))
    return bytes.count == length ? FrameBytes(bytes) : nil
  }

  private func readEntry(at address: UInt64) -> Entry? {
    guard var own = Self.record(at: address) else { return nil }
    let distance = UInt64(own.integer(UInt32.self))
    guard distance != 0, var common = Self.record(at: address &+ 4 &- distance) else { return nil }
    guard common.integer(UInt32.self) == 0 else { return nil }
    let version = common.integer(UInt8.self)
    let augmentation = common.text()
    guard version == 1 || version == 3, augmentation.first == UInt8(ascii: "z") else { return nil }
    var entry = Entry(
      code: 0..<0,
      common: [],
      own: [],
      codeFactor: common.unsigned(),
      dataFactor: common.signed(),
      returnRegister: version == 1
        ? Int(common.integer(UInt8.self)) : Int(clamping: common.unsigned()),
      isSignal: false,
      encoding: 0
    )
    let length = common.unsigned()
    guard length < Self.largest else { return nil }
    let end = common.position + Int(length)
    for letter in augmentation.dropFirst() {
      switch letter {
      case UInt8(ascii: "R"): entry.encoding = common.integer(UInt8.self)
      case UInt8(ascii: "P"):
        let encoding = common.integer(UInt8.self)
        // Where it is does not matter, only how long it is.
        _ = common.address(encoding: encoding & 0x0F, base: 0, table: 0)
      case UInt8(ascii: "L"): common.skip(1)
      case UInt8(ascii: "S"): entry.isSignal = true
      case UInt8(ascii: "B"): break
      default: return nil
      }
    }
    common.skip(end - common.position)
    guard let first = own.address(encoding: entry.encoding, base: address &+ 4, table: start),
      let size = own.address(encoding: entry.encoding & 0x0F, base: 0, table: 0),
      first <= UInt64.max - size
    else { return nil }
    entry.code = first..<first + size
    own.skip(Int(clamping: own.unsigned()))
    guard !own.isShort, !common.isShort else { return nil }
    entry.common = common.rest
    entry.own = own.rest
    return entry
  }
}
#endif
