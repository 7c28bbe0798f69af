#if os(Linux)
/// Where a function keeps what its caller needs back, at one of its instructions.
struct CallFrameRow: Equatable {
  /// Where the frame of the caller begins.
  enum Base: Equatable {
    /// So far above the value of a register.
    case register(Int, plus: Int64)
    /// By a calculation that is not done here.
    case unknown
  }

  /// Where the value of a register for the caller is.
  enum Rule: Equatable {
    /// In the register itself.
    case same
    /// On the stack, so far from the base.
    case saved(at: Int64)
    /// It is so far from the base.
    case offset(Int64)
    /// It is lost; of the return address: there is no caller.
    case undefined
    /// By a calculation that is not done here.
    case unknown
  }

  var base = Base.unknown
  /// Those that are not here are as in the function.
  var rules: [Int: Rule] = [:]

  /// The row at an address; nil when the steps that lead to it are none.
  init?(_ entry: CallFrameTable.Entry, at address: UInt64) {
    var machine = Machine(entry: entry, wanted: address)
    guard machine.run(entry.common, into: &self) else { return nil }
    machine.initial = self
    guard machine.run(entry.own, into: &self) else { return nil }
  }

  private init() {}

  private struct Machine {
    let entry: CallFrameTable.Entry
    let wanted: UInt64
    var location: UInt64
    var initial: CallFrameRow?
    var remembered: [CallFrameRow] = []

    init(entry: CallFrameTable.Entry, wanted: UInt64) {
      self.entry = entry
      self.wanted = wanted
      location = entry.code.lowerBound
    }

    /// Whether the step to a new location keeps the row in front of the wanted address.
    mutating func advance(_ count: UInt64) -> Bool {
      location &+= count &* entry.codeFactor
      return location <= wanted
    }

    func factored(_ value: UInt64) -> Int64 {
      Int64(truncatingIfNeeded: value) &* entry.dataFactor
    }

    /// Does the steps up to the wanted address; false for one that is not known.
    mutating func run(_ steps: [UInt8], into row: inout CallFrameRow) -> Bool {
      var bytes = FrameBytes(steps)
      while !bytes.isAtEnd {
        let step = bytes.integer(UInt8.self)
        let operand = Int(step & 0x3F)
        switch step & 0xC0 {
        case 0x40:
          if !advance(UInt64(operand)) { return true }
        case 0x80:
          row.rules[operand] = .saved(at: factored(bytes.unsigned()))
        case 0xC0:
          row.rules[operand] = initial?.rules[operand]
        default:
          guard let goesOn = extended(step, &bytes, &row) else { return false }
          if !goesOn { return true }
        }
        if bytes.isShort { return false }
      }
      return true
    }

    /// Does a step of the long form; nil for one that is not known, false when the wanted address is passed.
    private mutating func extended(
      _ step: UInt8,
      _ bytes: inout FrameBytes,
      _ row: inout CallFrameRow
    ) -> Bool? {
      func register() -> Int { Int(clamping: bytes.unsigned()) }
      switch step {
      case 0x00, 0x2D: break  // nothing; on arm64: return addresses are signed from here on
      case 0x01:
        guard let place = bytes.address(encoding: entry.encoding & 0x0F, base: 0, table: 0) else {
          return nil
        }
        location = place
        return location <= wanted
      case 0x02: return advance(UInt64(bytes.integer(UInt8.self)))
      case 0x03: return advance(UInt64(bytes.integer(UInt16.self)))
      case 0x04: return advance(UInt64(bytes.integer(UInt32.self)))
      case 0x05:
        let number = register()
        row.rules[number] = .saved(at: factored(bytes.unsigned()))
      case 0x06:
        let number = register()
        row.rules[number] = initial?.rules[number]
      case 0x07: row.rules[register()] = .undefined
      case 0x08: row.rules[register()] = .same
      case 0x09:
        let number = register()
        _ = register()
        row.rules[number] = .unknown
      case 0x0A: remembered.append(row)
      case 0x0B:
        guard let last = remembered.popLast() else { return nil }
        row = last
      case 0x0C:
        let number = register()
        row.base = .register(number, plus: Int64(truncatingIfNeeded: bytes.unsigned()))
      case 0x0D:
        let number = register()
        guard case .register(_, let offset) = row.base else { break }
        row.base = .register(number, plus: offset)
      case 0x0E:
        let offset = Int64(truncatingIfNeeded: bytes.unsigned())
        guard case .register(let number, _) = row.base else { break }
        row.base = .register(number, plus: offset)
      case 0x0F:
        row.base = .unknown
        bytes.skip(Int(clamping: bytes.unsigned()))
      case 0x10, 0x16:
        row.rules[register()] = .unknown
        bytes.skip(Int(clamping: bytes.unsigned()))
      case 0x11:
        let number = register()
        row.rules[number] = .saved(at: bytes.signed() &* entry.dataFactor)
      case 0x12:
        let number = register()
        row.base = .register(number, plus: bytes.signed() &* entry.dataFactor)
      case 0x13:
        let offset = bytes.signed() &* entry.dataFactor
        guard case .register(let number, _) = row.base else { break }
        row.base = .register(number, plus: offset)
      case 0x14:
        let number = register()
        row.rules[number] = .offset(factored(bytes.unsigned()))
      case 0x15:
        let number = register()
        row.rules[number] = .offset(bytes.signed() &* entry.dataFactor)
      case 0x2E: _ = bytes.unsigned()
      default: return nil
      }
      return true
    }
  }
}
#endif
