import Foundation
import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

/// Recordings of a healthy program, cut off, zeroed and overwritten: what is lost is told, and nothing is made up.
@Suite(.serialized)
struct DamagedRecordingTests {
  /// How a recording is made.
  enum Base: CaseIterable {
    case closed, killed, boundedClosed, boundedKilled

    var isBounded: Bool { self == .boundedClosed || self == .boundedKilled }
    var isKilled: Bool { self == .killed || self == .boundedKilled }
  }

  /// An event with its text, without what a lost header takes along.
  private struct Told: Hashable {
    var event: TraceEvent
    var text: String?

    init(_ event: TraceEvent, of log: EventLog, withTime: Bool) {
      self.event = event
      if !withTime { self.event.instant = .zero }
      guard event.kind.hasText else { return }
      text = log.string(at: event.argument & 0xFFFF_FFFF)
      self.event.argument &= ~0xFFFF_FFFF
    }
  }

  private static func told(_ log: EventLog, withTime: Bool) -> [Told: Int] {
    var counts: [Told: Int] = [:]
    for event in log.events where event.kind != .lost {
      counts[Told(event, of: log, withTime: withTime), default: 0] += 1
    }
    return counts
  }

  /// The bytes of a recording; one that was killed while it said of a turn that it is over is made again, as it can be read both ways.
  private static func record(_ base: Base) throws -> [UInt8] {
    while true {
      let bytes = try recordOnce(base)
      guard base.isBounded else { return bytes }
      if !base.isKilled || turns(of: bytes) == number(in: bytes, at: bytes.count - 8) {
        return bytes
      }
    }
  }

  private static func turns(of bytes: [UInt8]) -> UInt64 {
    number(in: bytes, at: TraceFileFormat.HeaderOffset.turns)
  }

  private static func number(in bytes: [UInt8], at offset: Int) -> UInt64 {
    UInt64(
      littleEndian: bytes.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      }
    )
  }

  private static func recordOnce(_ base: Base) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = folder.file("run.optrace")
    var environment = ["OPTRACE_FILE": path]
    if base.isBounded { environment["OPTRACE_KEEP"] = "1MiB" }
    let seconds = base.isKilled ? "60" : base.isBounded ? "0.8" : "0.05"
    let program = TestProgram("tracing-bounded", ["run", seconds], environment: environment)
    program.process.standardError = Pipe()
    try program.process.run()
    if base.isKilled {
      while (try? EventLog(path: path)).map({ !isEnough($0, base) }) ?? true { usleep(5_000) }
      kill(program.process.processIdentifier, SIGKILL)
    }
    program.process.waitUntilExit()
    return try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private static func isEnough(_ log: EventLog, _ base: Base) -> Bool {
    base.isBounded ? log.horizon != nil : log.events.count > 2_000
  }

  /// What is seen of one damaged recording.
  private func expectHonest(
    _ damaged: [UInt8],
    of whole: EventLog,
    withTime: Bool = true,
    _ what: String
  ) throws {
    let repair: TraceRepair
    do throws(TraceFileError) {
      repair = try TraceRepair(of: damaged)
    } catch {
      return
    }
    let copy = try EventLog(bytes: repair.bytes)
    #expect(copy.problems.isEmpty, "\(what)")
    #expect(try TraceRepair(of: repair.bytes).isSound, "\(what)")
    let (known, kept) = (
      Self.told(whole, withTime: withTime), Self.told(copy, withTime: withTime)
    )
    let invented = kept.filter { known[$0.key, default: 0] < $0.value }
    #expect(invented.isEmpty, "\(what): \(invented.count) events were not there")
    let lost = known.reduce(0) { $0 + max(0, $1.value - kept[$1.key, default: 0]) }
    let told = repair.log.losses.reduce(0) { $0 + Int(clamping: $1.count) }
    if lost > 0 {
      #expect(!repair.isSound, "\(what): \(lost) events are lost, and it is said to be sound")
      #expect(told >= lost, "\(what): \(lost) events are lost, \(told) are told")
      #expect(copy.events.contains { $0.kind == .lost }, "\(what)")
    }
    let findings = Trace(copy).diagnosis().findings.filter { $0.severity == .error }
    #expect(findings.isEmpty, "\(what): \(findings.map(\.sentence))")
  }

  @Test(arguments: Base.allCases)
  func whatIsLostIsTold(base: Base) throws {
    let bytes = try Self.record(base)
    let whole = try EventLog(bytes: bytes)
    #expect(whole.problems.isEmpty, "\(whole.problems)")
    #expect(try TraceRepair(of: bytes).isSound)
    #expect((whole.horizon != nil) == base.isBounded)
    var random = SeededGenerator(seed: 1)
    let page = 4_096
    let pages = bytes.count / page
    for _ in 0..<20 {
      let count = Int.random(in: 1..<pages, using: &random)
      try expectHonest(Array(bytes.prefix(count * page)), of: whole, "cut to \(count) pages")
    }
    for unit in [page, page, 512, 64] {
      for _ in 0..<6 {
        let first = Int.random(in: page / unit..<bytes.count / unit, using: &random)
        let most = min(bytes.count / unit - first, unit < page ? 40 : 200)
        let count = Int.random(in: 1...most, using: &random)
        var damaged = bytes
        damaged.replaceSubrange(
          first * unit..<(first + count) * unit,
          with: repeatElement(0, count: count * unit)
        )
        try expectHonest(damaged, of: whole, "zeros from \(first * unit), \(count * unit)")
      }
    }
    var half = bytes
    let rest = half.count / 2 / page * page
    half.replaceSubrange(rest..., with: repeatElement(0, count: half.count - rest))
    try expectHonest(half, of: whole, "the second half is zero")
  }

  @Test(arguments: Base.allCases)
  func aDamagedHeaderTakesNoEventAlong(base: Base) throws {
    let bytes = try Self.record(base)
    let whole = try EventLog(bytes: bytes)
    typealias Offset = TraceFileFormat.HeaderOffset
    let ranges = [
      "all": 0..<4_096, "a sector": 0..<512, "magic": 0..<8,
      "turns": Offset.turns..<Offset.turns + 8,
      "horizons": Offset.horizons..<Offset.horizons + 128,
      "turns and horizons": Offset.turns..<Offset.horizons + 128,
      "block size": Offset.blockSize..<Offset.blockSize + 4,
      "length": Offset.length..<Offset.length + 8,
      "the bound": 328..<512,
    ]
    for (name, range) in ranges.sorted(by: { $0.key < $1.key }) {
      for value in [0, 0xA5] as [UInt8] {
        var damaged = bytes
        for offset in range { damaged[offset] = value }
        let repair = try TraceRepair(of: damaged)
        let what = "\(name) of \(base), \(value)"
        let isUsed =
          base.isBounded || range.lowerBound == 0 || value != 0 && range.contains(Offset.used)
        #expect(repair.isSound != isUsed, "\(what): \(repair.log.problems)")
        #expect(repair.log.events.count == whole.events.count, "\(what)")
        let hasTime = range.lowerBound > 0
        try expectHonest(damaged, of: whole, withTime: hasTime, what)
      }
    }
  }

  @Test
  func aNumberOfTurnsFromBeforeIsSeen() throws {
    let bytes = try Self.record(.boundedKilled)
    let whole = try EventLog(bytes: bytes)
    var damaged = bytes
    let before = Self.turns(of: bytes) - 1
    let offset = TraceFileFormat.HeaderOffset.turns
    withUnsafeBytes(of: before.littleEndian) {
      damaged.replaceSubrange(offset..<offset + 8, with: $0)
    }
    let repair = try TraceRepair(of: damaged)
    #expect(!repair.isSound)
    #expect(repair.log.events.count == whole.events.count)
    #expect(repair.log.horizon?.instant == whole.horizon?.instant)
    try expectHonest(damaged, of: whole, "turns as they were before")
  }

  @Test(arguments: Base.allCases)
  func overwrittenBytesLeaveASoundCopy(base: Base) throws {
    let bytes = try Self.record(base)
    var random = SeededGenerator(seed: 2)
    for _ in 0..<30 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        let offset = Int.random(in: 8..<bytes.count, using: &random)
        damaged[offset] = UInt8.random(in: .min ... .max, using: &random)
      }
      guard let repair = try? TraceRepair(of: damaged) else { continue }
      let copy = try EventLog(bytes: repair.bytes)
      #expect(copy.problems.isEmpty)
      let (kept, read) = (copy.events, repair.log.events)
      #expect(kept.count { $0.kind != .lost } == read.count { $0.kind != .lost })
    }
  }
}
