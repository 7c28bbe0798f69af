#if os(Linux)
/// Walks a thread's stack from its innermost call outwards.
///
/// It goes by what the modules say about their frames. Where a frame hangs on a register whose value is not known, because the
/// kernel tells only two registers of a thread that is blocked, the frame is looked for on the stack.
struct Unwinder {
  /// A call on the stack: where it stands, or where it goes on when what it called returns.
  struct Call: Equatable {
    var address: UInt64
    /// Whether it is where the thread stands, and no return address.
    var isInnermost: Bool

    /// An address inside the instruction that made it.
    var instruction: UInt64 { isInnermost ? address : address &- 1 }
  }

  private let modules: LoadedModules
  private var memory: StackMemory
  /// What is known of the registers.
  private var registers: [Int: UInt64]
  private var programCounter: UInt64
  private var stackPointer: UInt64
  private var tables: [UInt64: CallFrameTable] = [:]

  /// The most calls that are walked through.
  private static let most = 64
  /// How far a frame is looked for.
  private static let reach: UInt64 = 64 << 10

  init(
    _ modules: LoadedModules,
    memory: StackMemory,
    programCounter: UInt64,
    registers: [Int: UInt64] = [:]
  ) {
    self.modules = modules
    self.memory = memory
    self.registers = registers
    self.programCounter = programCounter
    stackPointer = memory.start
  }

  /// The calls, the innermost first.
  mutating func calls() -> [Call] {
    var calls = [Call(address: programCounter, isInnermost: true)]
    while calls.count < Self.most, let last = calls.last, step(from: last) {
      calls.append(Call(address: programCounter, isInnermost: false))
    }
    return calls
  }

  /// Goes to the caller of a call; false at the outermost one, and where the way is lost.
  private mutating func step(from call: Call) -> Bool {
    guard let module = modules.module(at: call.instruction) else { return stepByRecord(of: nil) }
    guard let entry = table(of: module)?.entry(at: call.instruction), !entry.isSignal,
      let row = CallFrameRow(entry, at: call.instruction)
    else { return stepByRecord(of: nil) }

    if row.rules[entry.returnRegister] == .undefined { return false }
    guard case .register(let number, let offset) = row.base,
      let base = number == Processor.stackPointer
        ? stackPointer : registers[number] ?? framePointer(number, of: entry)
    else { return stepByRecord(of: entry.code.lowerBound) }
    return step(
      by: row,
      returningTo: entry.returnRegister,
      base: base &+ UInt64(bitPattern: offset)
    )
  }

  private mutating func step(
    by row: CallFrameRow,
    returningTo returnRegister: Int,
    base: UInt64
  ) -> Bool {
    guard base > stackPointer || (base == stackPointer && registers[returnRegister] != nil) else {
      return false
    }
    var next: [Int: UInt64] = [:]
    for number in Processor.preserved.union([returnRegister]) {
      switch row.rules[number] ?? .same {
      case .same: next[number] = registers[number]
      case .saved(let offset): next[number] = memory.word(at: base &+ UInt64(bitPattern: offset))
      case .offset(let offset): next[number] = base &+ UInt64(bitPattern: offset)
      case .undefined, .unknown: break
      }
    }
    guard let address = next[returnRegister] else { return stepByRecord(of: nil) }
    next[returnRegister] = nil
    return goOn(at: address, stackPointer: base, registers: next)
  }

  private mutating func goOn(
    at address: UInt64,
    stackPointer base: UInt64,
    registers next: [Int: UInt64]
  ) -> Bool {
    let address = Processor.plainAddress(address)
    guard address != 0, modules.module(at: address &- 1) != nil else { return false }
    programCounter = address
    stackPointer = base
    registers = next
    return true
  }

  private mutating func table(of module: LoadedModules.Module) -> CallFrameTable? {
    guard let start = module.frameTable else { return nil }
    if let known = tables[start] { return known }
    tables[start] = CallFrameTable(at: start)
    return tables[start]
  }
}

// MARK: - Frames that must be looked for

extension Unwinder {
  /// The frame pointer of a function whose frame begins at the stack pointer; nil for another register.
  private mutating func framePointer(_ number: Int, of entry: CallFrameTable.Entry) -> UInt64? {
    number == Processor.framePointer ? findRecord(of: entry.code.lowerBound) : nil
  }

  /// Goes to the caller by a record of two words: the caller's frame pointer and its return address.
  private mutating func stepByRecord(of function: UInt64?) -> Bool {
    findRecord(of: function).map { step(to: $0) } ?? false
  }

  private mutating func step(to record: UInt64) -> Bool {
    guard let frame = memory.word(at: record), let address = memory.word(at: record &+ 8) else {
      return false
    }
    return goOn(
      at: address,
      stackPointer: record &+ 16,
      registers: [Processor.framePointer: frame]
    )
  }

  /// The record that a function keeps on the stack, if its frame begins at the stack pointer.
  ///
  /// First where the function's first instructions say it must be; then the nearest one behind a call of this very function; then
  /// the nearest one from which a chain of such records leads on.
  private mutating func findRecord(of function: UInt64?) -> UInt64? {
    if let function, let distance = Processor.distanceToFrameRecord(inFunctionAt: function),
      call(atRecord: stackPointer &+ distance) != nil
    {
      return stackPointer &+ distance
    }
    let first = (stackPointer &+ 15) / 16 * 16
    let places = stride(from: first, to: first &+ Self.reach, by: 16)
    if let function {
      for place in places {
        guard let word = memory.word(at: place &+ 8) else { break }
        if modules.module(at: word) == nil { continue }
        if call(atRecord: place) == .direct(function) { return place }
      }
    }
    for place in places {
      guard let word = memory.word(at: place &+ 8) else { return nil }
      if modules.module(at: Processor.plainAddress(word)) == nil { continue }
      if call(atRecord: place) != nil, leadsOn(place) { return place }
    }
    return nil
  }

  private mutating func call(atRecord place: UInt64) -> Processor.Call? {
    guard let word = memory.word(at: place &+ 8) else { return nil }
    let address = Processor.plainAddress(word)
    guard modules.module(at: address &- 1) != nil else { return nil }
    return Processor.call(before: address)
  }

  /// Whether the record's frame pointer leads to another record above it, and from there to a third.
  private mutating func leadsOn(_ place: UInt64) -> Bool {
    var place = place
    for _ in 0..<2 {
      guard let next = memory.word(at: place), next > place, next % 16 == 0,
        next - place < Self.reach, call(atRecord: next) != nil
      else { return false }
      place = next
    }
    return true
  }
}
#endif
