import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering
import TraceTestSupport

@Suite
struct TimelineTextTests {
  private func timeline(_ run: SampleRun, _ style: TextStyle) -> String {
    run.trace.timelineText(style, diagnosis: run.diagnosis, criticalPath: run.criticalPath)
  }

  @Test(arguments: SampleRun.all)
  func `The timeline is as the golden file says`(run: SampleRun) throws {
    try GoldenFile("\(run.name).timeline.txt").expect(timeline(run, TextStyle()))
  }

  @Test(arguments: [
    ("wide", TextStyle(width: 120)), ("narrow", TextStyle(width: 40)),
    ("ascii", TextStyle(charset: .ascii)), ("color", TextStyle(usesColor: true)),
  ])
  func `Each style is as the golden file says`(name: String, style: TextStyle) throws {
    try GoldenFile("photo-import.timeline-\(name).txt").expect(timeline(.photoImport, style))
  }

  @Test(arguments: SampleRun.all, TextStyle.Charset.allCases)
  func `No line is wider than the width, and rows of what ended reach it`(
    run: SampleRun,
    charset: TextStyle.Charset
  ) {
    for width in Array(40...200) + [400] {
      let text = timeline(run, TextStyle(width: width, charset: charset))
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.last == "")
      let widest = lines.map { DisplayWidth.of($0) }.max() ?? 0
      #expect(widest <= width, "width \(width)")
      // Where there is no remark, what became of an operation stands flush right.
      if width < 90 { #expect(widest == width, "width \(width)") }
    }
  }

  @Test(arguments: SampleRun.all)
  func `Nothing in it takes over a terminal`(run: SampleRun) {
    #expect(
      timeline(run, TextStyle()).split(separator: "\n").allSatisfy { String($0).isSafeToShow }
    )
    let ascii = timeline(run, TextStyle(charset: .ascii))
    #expect(ascii.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
  }

  @Test(arguments: SampleRun.all)
  func `Colour changes nothing but colour`(run: SampleRun) {
    let colored = timeline(run, TextStyle(usesColor: true))
    let escape = /\u{1B}\[[0-9;]*m/
    #expect(colored.contains(escape))
    #expect(colored.replacing(escape, with: "") == timeline(run, TextStyle()))
  }

  @Test
  func `An operation has one row, in whatever queue`() {
    let run = SampleRun.selfWait
    let lines = timeline(run, TextStyle()).split(separator: "\n")
    for name in ["outer", "inner", "next in line", "login"] {
      #expect(lines.filter { $0.hasPrefix("  \(name) ") }.count == 1)
    }
    #expect(lines.contains("in no queue"))
  }

  @Test
  func `A trace without operations is its totals`() {
    #expect(Trace(EventLog()).timelineText() == "0 operations\n\n")
  }
  @Test
  func `An excerpt has the rows of its operations below their queues, on an axis of its own`() {
    let trace = SampleRun.crossQueue.trace
    let chosen = trace.operations.filter { ["step 2", "step 3"].contains($0.name) }.map(\.id)
    let lines = trace.timelineExcerpt(of: chosen).split(separator: "\n").map(String.init)
    #expect(lines.count { $0.hasPrefix("  step ") } == 2)
    #expect(lines.count { $0.hasPrefix("work ") } == 1)
    #expect(!lines.contains { $0.contains("group") || $0.contains("operations in") })
    // From the enqueue of both to the last finish.
    #expect(lines.first?.contains("80 ms") == true)
    #expect(lines.first?.contains("90 ms") == false)
    #expect(trace.timelineExcerpt(of: []) == "")
  }

  @Test
  func `An excerpt leaves barriers without an operation out`() {
    let trace = SampleRun.barrier.trace
    #expect(trace.timelineText().contains("barrier block 2"))
    let text = trace.timelineExcerpt(of: trace.operations.map(\.id))
    #expect(text.contains("read 5"))
    #expect(!text.contains("barrier block"))
  }
}
