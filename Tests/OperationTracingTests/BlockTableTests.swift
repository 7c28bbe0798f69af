import Testing
import TraceTestSupport

@testable import TraceRecording

/// The blocks of a bounded recording never belong to two, and never run out for what is carried along.
struct BlockTableTests {
  @Test func aGenerationThatHasItsShareIsFollowedByTheNext() {
    var table = BlockTable(count: 100, beginning: 5)
    #expect(table.quota == 7)
    var turned: [Bool] = []
    for _ in 0..<7 {
      turned.append(table.turnIfFull(at: 6))
      _ = table.take(1)
    }
    turned.append(table.turnIfFull(at: 7))
    turned.append(table.turnIfFull(at: 8))
    #expect(turned == Array(repeating: false, count: 7) + [true, false])
    #expect((table.oldest, table.current) == (1, 2))
    #expect((table.begin(of: 1), table.begin(of: 2)) == (5, 7))
  }

  @Test func onlyTheOldestGenerationIsDropped() {
    var table = BlockTable(count: 100, beginning: 0)
    let old = table.take(2)
    _ = table.turn(at: 1)
    let new = table.take(3)
    table.close(before: 2, at: 9)
    #expect(table.end(of: 1) == BlockTable.End(instant: 9, current: 2))
    table.dropOldest(afterTurn: 1)
    #expect(table.chunks(of: 1) == [])
    #expect(table.chunks(of: 2) == [new].compactMap { $0 })
    #expect(table.used == 3)
    #expect(table.oldest == 2)
    #expect(old != new)
  }

  /// The records of the turn before hold until the new ones do; then their blocks are free.
  @Test func carriedRecordsAreReplaced() throws {
    var table = BlockTable(count: 100, beginning: 0)
    _ = table.take(1)
    for turn: UInt64 in 1...3 {
      _ = table.turn(at: turn)
      table.close(before: table.current, at: turn)
      let taken = table.takeCarried(2, of: turn)
      let carried = try #require(taken)
      #expect(table.carriedChunks(of: turn) == [carried])
      let before = table.carriedChunks(of: turn - 1)
      #expect(before.count == (turn > 1 ? 1 : 0))
      table.dropOldest(afterTurn: turn)
      #expect(table.carriedBlocks == 2)
      #expect(table.validChunks(turn: turn) == [carried])
      #expect(table.used == 2)
    }
  }

  @Test func carriedRecordsThatFindNoRoomLeaveNothing() {
    var table = BlockTable(count: 20, beginning: 0)
    _ = table.takeCarried(3, of: 1)
    table.discardCarried(of: 1)
    #expect(table.used == 0)
  }

  @Test func threadsLeaveRoomForWhatIsCarried() {
    var table = BlockTable(count: 64, beginning: 0)
    while table.take(1) != nil {}
    #expect(table.available == 0)
    #expect(table.roomForCarried == table.mostCarried)
    // Those of one turn, and those of the next while the others still hold.
    let most = table.mostCarried
    let taken = [table.takeCarried(most, of: 1), table.takeCarried(most, of: 2)]
    #expect(!taken.contains(nil))
  }

  @Test(arguments: 0..<50)
  func noBlockEverBelongsToTwo(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 12...200, using: &random)
    var table = BlockTable(count: count, beginning: 0)
    var turn: UInt64 = 0
    for step: UInt64 in 1...400 {
      _ = table.turnIfFull(at: step)
      _ = table.take(Int.random(in: 1...3, using: &random))
      if table.isShort || Int.random(in: 0..<20, using: &random) == 0, table.oldest < table.current
      {
        table.close(before: table.current, at: step)
        turn += 1
        let wanted = Int.random(in: 0...table.roomForCarried, using: &random)
        if wanted > 0, table.takeCarried(wanted, of: turn) == nil { table.discardCarried(of: turn) }
        table.dropOldest(afterTurn: turn)
      }
      let chunks = table.validChunks(turn: turn).sorted { $0.block < $1.block }
      let overlaps = zip(chunks, chunks.dropFirst()).contains { $0.block + $0.count > $1.block }
      #expect(!overlaps)
      #expect(chunks.reduce(0) { $0 + $1.count } == table.used)
      #expect(chunks.last.map { $0.block + $0.count <= count } ?? true)
    }
  }
}
