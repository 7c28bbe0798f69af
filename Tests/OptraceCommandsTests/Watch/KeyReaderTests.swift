import Testing
import TraceRendering
import TraceTestSupport

@testable import OptraceCommands

struct KeyReaderTests {
  private func keys(_ text: String) -> [WatchKey] {
    var reader = KeyReader()
    return reader.read(Array(text.utf8)) + reader.flush()
  }

  @Test(arguments: [
    ("q", [WatchKey.character("q")]),
    ("/é写👩", [.character("/"), .character("é"), .character("写"), .character("👩")]),
    ("\r", [.enter]), ("\n", [.enter]), ("\u{7F}\u{8}", [.backspace, .backspace]),
    ("\u{1B}", [.escape]), ("\u{1B}[A\u{1B}[B", [.up, .down]), ("\u{1B}OA\u{1B}OD", [.up, .left]),
    ("\u{1B}[C\u{1B}[1;2C", [.right, .farRight]), ("\u{1B}[1;5D\u{1B}[D", [.farLeft, .left]),
    ("\u{1B}[H\u{1B}[F\u{1B}OH", [.home, .end, .home]), ("\u{1B}[1~\u{1B}[4~", [.home, .end]),
    ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\u{1}\u{5}", [.home, .end]),
    ("\u{1B}[15~q", [.character("q")]), ("\u{1B}xq", [.character("q")]),
    ("\u{1B}[?62;c\u{1B}[200~q", [.character("q")]), ("\u{2}q", [.character("q")]),
  ])
  func keysAreRead(text: String, expected: [WatchKey]) {
    #expect(keys(text) == expected, "\(text.debugDescription)")
  }

  @Test
  func aKeyMayComeInPieces() {
    var reader = KeyReader()
    var keys = reader.read([0x1B])
    #expect(keys == [] && reader.isWaiting)
    keys = reader.read(Array("[1;2".utf8))
    #expect(keys == [] && reader.isWaiting)
    keys = reader.read(Array("Cq".utf8))
    #expect(keys == [.farRight, .character("q")] && !reader.isWaiting)
    keys = reader.read([0xC3])
    #expect(keys == [] && reader.isWaiting)
    keys = reader.read([0xA9])
    #expect(keys == [.character("é")])
    keys = reader.read([0x1B])
    #expect(keys == [])
    keys = reader.flush()
    #expect(keys == [.escape] && !reader.isWaiting)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func garbageIsNoTrap(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var reader = KeyReader()
    let common = Array("\u{1B}[O;~A1 q".utf8)
    for _ in 0..<40 {
      let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random) : common.randomElement(using: &random) ?? 0
      }
      _ = reader.read(bytes)
    }
    _ = reader.flush()
    let keys = reader.read([UInt8(ascii: "q")])
    #expect(keys == [.character("q")])
  }
}
