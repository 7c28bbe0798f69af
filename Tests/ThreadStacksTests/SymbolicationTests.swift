#if os(Linux)
import CThreadStacks
import Foundation
import Testing
import TraceEvents
import TraceTestSupport

@testable import ThreadStacks

struct SymbolicationTests {
  /// A place in this file's code, and its line.
  private let place = Self.here()

  private static func here() -> (address: UInt64, line: Int) {
    // The innermost is a function of Foundation.
    (Thread.callStackReturnAddresses[1].uint64Value, #line)
  }

  @Test func shortensNamesOfSwift() {
    #expect(Symbolication.demangled("$s10Foundation9OperationC5startyyF") == "Operation.start()")
    #expect(Symbolication.demangled("_ZN3abc3defEi") == "abc::def(int)")
    #expect(Symbolication.demangled("pthread_mutex_lock") == "pthread_mutex_lock")
    #expect(Symbolication.demangled("$s") == "$s")
  }

  @Test func findsTheFileAndTheLine() throws {
    let modules = LoadedModules()
    let call = Unwinder.Call(address: place.address, isInnermost: false)
    var symbolication = Symbolication()
    let first = try #require(symbolication.frames(of: [call], in: modules).first)
    #expect(first.file?.hasSuffix("SymbolicationTests.swift") ?? false)
    #expect(first.line == place.line)
    #expect(first.function?.contains("SymbolicationTests") ?? false)
    #expect(symbolication.frames(of: [call], in: modules) == [first])
  }

  @Test func doesNotGuessFromAnotherFileOfTheSameName() throws {
    let module = try #require(LoadedModules().module(at: place.address))
    var head = ProcessMemory.bytes(at: module.start, count: min(module.fileCount, 4096))
    #expect(head.count > 512)
    var wanted = ots_place()
    wanted.address = place.address - module.bias
    var found = wanted
    #expect(ots_find_places(module.file, head, head.count, &found, 1))
    #expect(found.line > 0)
    head[300] ^= 1
    found = wanted
    #expect(!ots_find_places(module.file, head, head.count, &found, 1))
    #expect(found.line == 0)
    #expect(!ots_find_places("/nowhere", nil, 0, &found, 1))
    #expect(!ots_find_places("/dev/null", nil, 0, &found, 1))
    #expect(!ots_find_places("/", nil, 0, &found, 1))
  }

  /// A file that is damaged anywhere gives what it gives, and harms nobody.
  @Test func survivesDamagedFiles() throws {
    let folder = try TemporaryFolder()
    let program = TestProgram.url(of: "sample-cycle").path
    let sound = Array(try Data(contentsOf: URL(fileURLWithPath: program)))
    let file = folder.file("damaged")
    let sections = try SectionRanges(of: sound)
    for seed in 0..<60 {
      var random = SeededGenerator(seed: UInt64(seed))
      var bytes = sound
      for range in sections.all.shuffled(using: &random).prefix(3) {
        for _ in 0..<20 {
          guard let position = range.randomElement(using: &random) else { continue }
          bytes[position] = UInt8.random(in: 0...255, using: &random)
        }
      }
      if random.chance(0.2) { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
      try Data(bytes).write(to: URL(fileURLWithPath: file))
      var places = [ots_place](repeating: ots_place(), count: 8)
      for position in places.indices {
        places[position].address = UInt64(sections.code.randomElement(using: &random) ?? 0)
      }
      _ = ots_find_places(file, nil, 0, &places, places.count)
    }
  }
}

/// Where the parts of a file are that the look-up reads.
private struct SectionRanges {
  var all: [Range<Int>] = []
  var code = 0..<1

  init(of bytes: [UInt8]) throws {
    func number<Value: FixedWidthInteger>(_ offset: Int, _: Value.Type) -> Int {
      bytes.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: offset, as: Value.self)) }
    }
    let table = number(0x28, UInt64.self)
    let count = number(0x3C, UInt16.self)
    let names = number(table + number(0x3E, UInt16.self) * 64 + 0x18, UInt64.self)
    all = [0..<64, table..<table + count * 64]
    for section in 0..<count {
      let head = table + section * 64
      let start = names + number(head, UInt32.self)
      let name = String(decoding: bytes[start...].prefix { $0 != 0 }, as: UTF8.self)
      let offset = number(head + 0x18, UInt64.self)
      let range = offset..<offset + number(head + 0x20, UInt64.self)
      if name == ".text" { code = range }
      if [".symtab", ".strtab", ".debug_line", ".debug_line_str"].contains(name), !range.isEmpty {
        all.append(range)
      }
    }
    try #require(all.count > 3)
  }
}
#endif
