import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@testable import TraceRendering

/// What took most, as a table.
@Suite
struct BlameTextTests {
  private func text(
    _ trace: Trace,
    by measure: Blame.Measure = .execution,
    grouping: Blame.Grouping? = nil,
    style: TextStyle = TextStyle(),
    limit: Int = 20
  ) -> String {
    let positions = Array(trace.operations.indices)
    let blame = Blame(trace, positions: positions, by: measure, grouping: grouping)
    return trace.blameText(blame, style, limit: limit)
  }

  @Test(arguments: Blame.Measure.allCases, [Blame.Grouping.class, .name, nil])
  func `The table is as the golden file says`(
    measure: Blame.Measure,
    grouping: Blame.Grouping?
  ) throws {
    let name = [measure.rawValue, grouping?.rawValue].compactMap { $0 }.joined(separator: "-")
    try GoldenFile("photo-import.blame-\(name).txt")
      .expect(text(SampleRun.photoImport.trace, by: measure, grouping: grouping))
  }

  @Test(arguments: [40, 160])
  func `It uses the width that there is`(width: Int) throws {
    try GoldenFile("hostile.blame-\(width).txt")
      .expect(text(SampleRun.hostile.trace, style: TextStyle(width: width)))
  }

  @Test(arguments: SampleRun.all, TextStyle.Charset.allCases)
  func `It fits any width, is safe to show, and colour is all that colour changes`(
    run: SampleRun,
    charset: TextStyle.Charset
  ) {
    for grouping in [Blame.Grouping.class, .name, nil] {
      for width in [40, 41, 50, 63, 64, 79, 80, 81, 100, 160, 400] {
        let style = TextStyle(width: width, charset: charset)
        let text = text(run.trace, by: .weighted, grouping: grouping, style: style)
        let lines = text.split(separator: "\n")
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= width && String($0).isSafeToShow })
        if charset == .ascii {
          #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
        }
      }
    }
    let colored = text(run.trace, style: TextStyle(charset: charset, usesColor: true))
    let escape = /\u{1B}\[[0-9;]*m/
    #expect(colored.replacing(escape, with: "") == text(run.trace, style: .init(charset: charset)))
  }

  @Test
  func `What is not listed is summed up`() {
    let lines = text(SampleRun.photoImport.trace, limit: 3).split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("  and 9 more ") })
    #expect(lines.last?.hasPrefix("  total ") == true)
    let all = text(SampleRun.photoImport.trace, limit: 12).split(separator: "\n")
    #expect(!all.contains { $0.contains(" more ") })
    let grouped = text(SampleRun.photoImport.trace, grouping: .class, limit: 1)
    #expect(grouped.contains("more"))
  }

  @Test
  func `Without operations there is nothing to blame`() {
    #expect(text(Trace(EventLog())) == "there is no operation to blame\n")
  }
}
