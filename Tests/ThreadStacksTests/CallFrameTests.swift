#if os(Linux)
import Foundation
import Testing
import TraceTestSupport

@testable import ThreadStacks

/// The steps that say where a function keeps what its caller needs back.
struct CallFrameTests {
  private func entry(_ common: [UInt8], _ own: [UInt8]) -> CallFrameTable.Entry {
    CallFrameTable.Entry(
      code: 0x1000..<0x1100,
      common: common,
      own: own,
      codeFactor: 1,
      dataFactor: -8,
      returnRegister: 16,
      isSignal: false,
      encoding: 0x1B
    )
  }

  /// At the function's begin the return address is below a base that is 8 above the stack pointer.
  private let common: [UInt8] = [0x0C, 7, 8, 0x80 | 16, 1]

  /// push rbp; mov rbp, rsp; push rbx; …; pop rbx; pop rbp; ret; and something behind that.
  private let own: [UInt8] = [
    0x41, 0x0E, 16, 0x80 | 6, 2, 0x43, 0x0D, 6, 0x45, 0x80 | 3, 3, 0x02, 0x40, 0x0A, 0x0C, 7, 8,
    0xC0 | 3, 0x07, 6, 0x41, 0x0B,
  ]

  private func row(at address: UInt64) -> CallFrameRow? {
    CallFrameRow(entry(common, own), at: address)
  }

  @Test func eachInstructionHasItsRow() throws {
    let first = try #require(row(at: 0x1000))
    #expect(first.base == .register(7, plus: 8))
    #expect(first.rules == [16: .saved(at: -8)])
    let pushed = try #require(row(at: 0x1001))
    #expect(pushed.base == .register(7, plus: 16))
    #expect(pushed.rules[6] == .saved(at: -16))
    #expect(row(at: 0x1003) == pushed)
    let framed = try #require(row(at: 0x1004))
    #expect(framed.base == .register(6, plus: 16))
    #expect(framed.rules[3] == nil)
    #expect(row(at: 0x1009)?.rules[3] == .saved(at: -24))
    let popped = try #require(row(at: 0x1049))
    #expect(popped.base == .register(7, plus: 8))
    #expect(popped.rules == [16: .saved(at: -8), 6: .undefined])
    #expect(row(at: 0x104A) == row(at: 0x1009))
  }

  @Test func aStepThatIsNotKnownGivesNoRow() {
    #expect(CallFrameRow(entry(common, [0x3F]), at: 0x1000) == nil)
    #expect(CallFrameRow(entry(common, [0x0B]), at: 0x1000) == nil)
    #expect(CallFrameRow(entry(common, [0x0C, 7]), at: 0x1000) == nil)
  }

  @Test func anythingGivesARowOrNone() {
    for seed in 0..<2_000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      func bytes() -> [UInt8] {
        (0..<Int.random(in: 0..<40, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
      }
      let address = UInt64.random(in: 0x1000..<0x1100, using: &random)
      _ = CallFrameRow(entry(bytes(), bytes()), at: address)
    }
  }

  @Test func theTablesOfThisProcessKnowItsCode() throws {
    let modules = LoadedModules()
    let address = Thread.callStackReturnAddresses[1].uint64Value - 1
    let module = try #require(modules.module(at: address))
    let table = try #require(module.frameTable.flatMap { CallFrameTable(at: $0) })
    let entry = try #require(table.entry(at: address))
    #expect(entry.code.contains(address))
    #expect(CallFrameRow(entry, at: address)?.base == .register(Processor.framePointer, plus: 16))
    #expect(table.entry(at: module.code.upperBound + 1 << 30) == nil)
    #expect(table.entry(at: 0) == nil)
    // Memory that is no such table, and memory that is not there.
    #expect(CallFrameTable(at: module.start) == nil)
    #expect(CallFrameTable(at: 16) == nil)
  }
}
#endif
