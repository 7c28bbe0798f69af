import Testing

@testable import OptraceCommands
@testable import TraceRendering

struct ScreenTests {
  private func update(_ screen: inout Screen, _ texts: [String], _ columns: Int, _ rows: Int)
    -> String
  {
    screen.update(texts.map { ScreenLine($0) }, columns: columns, rows: rows)
  }

  @Test
  func onlyLinesThatChangeAreWritten() {
    var screen = Screen(usesColor: false)
    let first = update(&screen, ["a", "b", "c"], 10, 3)
    #expect(first.hasPrefix("\u{1B}[0m\u{1B}[2J"))
    #expect(first.hasSuffix("\u{1B}[3;1H\u{1B}[2Kc"))
    let same = update(&screen, ["a", "b", "c"], 10, 3)
    #expect(same == "")
    let changed = update(&screen, ["a", "x", "c"], 10, 3)
    #expect(changed == "\u{1B}[2;1H\u{1B}[2Kx")
    let shorter = update(&screen, ["a"], 10, 3)
    #expect(shorter == "\u{1B}[2;1H\u{1B}[2K\u{1B}[3;1H\u{1B}[2K")
  }

  @Test
  func anotherSizeIsDrawnAnew() {
    var screen = Screen(usesColor: false)
    _ = update(&screen, ["a", "b"], 10, 2)
    let narrower = update(&screen, ["a", "b"], 9, 2)
    #expect(narrower.contains("\u{1B}[2J"))
    screen.invalidate()
    let again = update(&screen, ["a", "b"], 9, 2)
    #expect(again.contains("\u{1B}[2J"))
    let tooMany = update(&screen, ["a", "b", "c"], 9, 2)
    #expect(tooMany == "")
  }

  @Test
  func linesAreCutByTheirColumns() {
    var line = ScreenLine("写真", .red)
    line.add("abc")
    #expect(line.columns == 7)
    #expect(line.text(width: 7, usesColor: false) == "写真abc")
    #expect(line.text(width: 5, usesColor: false) == "写真a")
    // Half of a character is none, and nothing else takes its place.
    #expect(line.text(width: 3, usesColor: false) == "写")
    #expect(line.text(width: 3, usesColor: true) == "\u{1B}[1;31m写\u{1B}[0m")
    #expect(line.text(width: 0, usesColor: true) == "")
    line.paint(.reversed)
    #expect(line.text(width: 5, usesColor: true) == "\u{1B}[7m写真\u{1B}[0m\u{1B}[7ma\u{1B}[0m")
  }
}
