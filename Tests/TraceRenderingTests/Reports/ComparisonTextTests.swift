import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@testable import TraceRendering

/// What changed, in words.
@Suite
struct ComparisonTextTests {
  private static func profile(_ run: SampleRun) -> RunProfile {
    RunProfile(of: run.trace, diagnosis: run.diagnosis)
  }

  private static func compare(_ before: SampleRun..., after: [SampleRun]) -> RunComparison {
    RunComparison(before: before.map(profile), after: after.map(profile))
  }

  /// A pipeline with thumbnails that take some milliseconds.
  private static func pipeline(_ ms: Double, count: Int, extra: String? = nil) -> RunProfile {
    let script = TraceScript()
    script.header.program = "pipeline"
    let (images, network) = (script.queue("images", limit: 2), script.queue("network"))
    let load = script.operation("load")
    script.run(load, on: network, enqueued: 0, started: 0, finished: 10)
    for number in 0..<count {
      let thumbnail = script.operation("thumbnail \(number)", class: "Thumbnail")
      script.at(ms: 0).depend(thumbnail, on: load)
      let start = 10 + Double(number / 2) * ms
      script.run(thumbnail, on: images, enqueued: 0, started: start, finished: start + ms)
    }
    if let extra {
      script.run(script.operation(extra), on: network, enqueued: 1, started: 1, finished: 40)
    }
    let trace = script.trace()
    return RunProfile(of: trace, diagnosis: trace.diagnosis())
  }

  private static let slower = RunComparison(
    before: [pipeline(20, count: 6, extra: "ping 1")],
    after: [pipeline(30, count: 8, extra: "upload 4")]
  )

  private static let measured = RunComparison(
    before: [20, 20.5, 19.8].map { pipeline($0, count: 6) },
    after: [30, 30.8, 29.5].map { pipeline($0, count: 6) }
  )

  @Test
  func `Two runs are as the golden file says`() throws {
    try GoldenFile("pipeline.diff.txt").expect(Self.slower.text(gate: ComparisonGate()))
  }

  @Test
  func `Several runs of each are as the golden file says`() throws {
    try GoldenFile("pipeline.diff-runs.txt").expect(Self.measured.text(gate: ComparisonGate()))
  }

  @Test
  func `A stall that is new is as the golden file says`() throws {
    let comparison = Self.compare(.healthyPhotoImport, after: [.photoImport])
    try GoldenFile("photo-import.diff.txt").expect(comparison.text(gate: ComparisonGate()))
  }

  @Test
  func `Hostile names on a narrow terminal are as the golden file says`() throws {
    let comparison = Self.compare(.photoImport, after: [.hostile])
    try GoldenFile("hostile.diff-40.txt").expect(comparison.text(TextStyle(width: 40)))
  }

  @Test(arguments: SampleRun.all, SampleRun.all)
  func `It fits any width and is safe to show`(before: SampleRun, after: SampleRun) {
    let comparison = Self.compare(before, after: [after])
    for charset in TextStyle.Charset.allCases {
      for width in [40, 41, 57, 64, 79, 80, 100, 160] {
        let style = TextStyle(width: width, charset: charset)
        let text = comparison.text(style, gate: ComparisonGate(isStrict: true))
        let lines = text.split(separator: "\n")
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= width && String($0).isSafeToShow })
        if charset == .ascii {
          #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
        }
      }
    }
  }

  @Test
  func `Colour is all that colour changes`() {
    let gate = ComparisonGate(isStrict: true)
    for comparison in [Self.slower, Self.measured] {
      let colored = comparison.text(TextStyle(usesColor: true), gate: gate)
      #expect(colored.contains("\u{1B}[1;31m"))
      let escape = /\u{1B}\[[0-9;]*m/
      #expect(colored.replacing(escape, with: "") == comparison.text(gate: gate))
    }
  }

  @Test
  func `What did not change is one line`() {
    let same = Self.compare(.barrier, after: [.barrier])
    #expect(same.text().split(separator: "\n")[1] == "nothing changed")
    let close = RunComparison(
      before: [Self.pipeline(20, count: 6)],
      after: [Self.pipeline(20.5, count: 6)]
    )
    #expect(
      close.text() == """
        pipeline: 1 run before, 1 after
        nothing changed beyond noise: 70.0 ms before, 71.5 ms after, +2.1 %

        """
    )
    let stuck = Self.compare(.cycle, after: [.cycle]).text()
    #expect(stuck.contains("\nnothing changed\n"))
    #expect(stuck.contains("finding as before") || stuck.contains("findings as before"))
  }

  @Test
  func `What is not listed is counted`() {
    let comparison = Self.compare(.barrier, after: [.photoImport])
    let lines = comparison.text(limit: 2).split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("  and ") && $0.hasSuffix(" more") })
    #expect(!comparison.text(limit: 99).contains(" more\n"))
  }

  @Test
  func `Parts that are called the same are told apart by their class`() {
    let script = TraceScript()
    let queue = script.queue("q")
    for name in ["Load", "Save"] {
      let operation = script.operation("step", class: name)
      script.run(operation, on: queue, enqueued: 0, started: 0, finished: 10)
    }
    let trace = script.trace()
    let comparison = RunComparison(
      before: [Self.profile(.barrier)],
      after: [RunProfile(of: trace, diagnosis: trace.diagnosis())]
    )
    let text = comparison.text()
    #expect(text.contains("step (Load)") && text.contains("step (Save)"))
  }

  @Test
  func `A part of one operation in each run is called as that operation is`() {
    func run(_ names: [String], ms: Double) -> RunProfile {
      let script = TraceScript()
      let queue = script.queue("q")
      for name in names {
        script.run(script.operation(name), on: queue, enqueued: 0, started: 0, finished: ms)
      }
      let trace = script.trace()
      return RunProfile(of: trace, diagnosis: trace.diagnosis())
    }
    func text(_ before: [String], _ after: [String]) -> String {
      RunComparison(before: [run(before, ms: 20)], after: [run(after, ms: 40)]).text()
    }
    #expect(text(["upload party.mp4"], ["upload party.mp4"]).contains("  upload party.mp4 "))
    #expect(text(["other"], ["upload party.mp4"]).contains("  upload party.mp4 "))
    #expect(text(["upload 1"], ["upload 2"]).contains("  upload # "))
    #expect(text(["upload 1", "upload 2"], ["upload 1", "upload 2"]).contains("  upload # "))
    #expect(text(["upload 1"], ["upload 1", "upload 2"]).contains("  upload # "))
  }

  // MARK: Runs that can't be judged

  private static func empty(_ name: String?) -> RunProfile {
    let empty = Trace(EventLog())
    return RunProfile(of: empty, diagnosis: empty.diagnosis(), name: name)
  }

  @Test
  func `With a side without operations there is nothing to compare`() {
    func lines(_ before: [RunProfile], _ after: [RunProfile]) -> [String] {
      let comparison = RunComparison(before: before, after: after)
      let text = comparison.text(TextStyle(width: 200), gate: ComparisonGate())
      return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("note: the prog") }
    }
    let whole = Self.pipeline(20, count: 6)
    #expect(
      lines([whole], [Self.empty("broken.optrace")]).dropFirst() == [
        "nothing to compare: the run after has no operations (broken.optrace); record it again",
        "fails: nothing could be compared",
      ]
    )
    #expect(
      lines([Self.empty(nil)], [whole])[1]
        == "nothing to compare: the run before has no operations; record it again"
    )
    #expect(
      lines([Self.empty("a"), Self.empty("b")], [Self.empty("c\u{1B}")])[1]
        == """
        nothing to compare: both runs before have no operations (a and b), and the run after has no operations \
        (c\\u{1B}); record them again
        """
    )
  }

  @Test
  func `One run without operations among others is named, and does not pass`() {
    let whole = Self.pipeline(20, count: 6)
    let comparison = RunComparison(before: [whole], after: [whole, Self.empty("b.optrace"), whole])
    let text = comparison.text(TextStyle(width: 200), gate: ComparisonGate())
    let sentence = "1 of the 3 runs after has no operations (b.optrace)"
    #expect(text.contains("note: \(sentence), so that wall time and critical path are not judged"))
    #expect(text.contains("fails: \(sentence)\n"))
    #expect(text.contains("wall time not judged: 70.0 ms before, 70.0 ms after\n"))
  }

  @Test
  func `Of a run of which the most recent part was kept nothing is judged that needs the whole`() {
    let bounded = Trace(TraceScript.boundedLog())
    let recent = RunProfile(of: bounded, diagnosis: bounded.diagnosis())
    let comparison = RunComparison(before: [Self.pipeline(20, count: 6)], after: [recent])
    let text = comparison.text(TextStyle(width: 250), gate: ComparisonGate(isStrict: true))
    #expect(
      text.contains(
        """
        note: of the run after only the most recent part was kept: wall time, critical path, numbers of operations, \
        what was added or removed, and gone findings are not judged\n
        """
      )
    )
    // That says it all.
    #expect(!text.contains("had not finished"))
    #expect(!text.contains("something is missing"))
    let lines = text.split(separator: "\n").map(String.init)
    for name in ["wall time", "critical path", "  executing", "operations"] {
      let line = lines.first { $0.hasPrefix("  \(name) ") }
      #expect(line?.hasSuffix(" -") == true, "\(text)")
    }
    #expect(!lines.contains { $0.hasPrefix("removed") || $0.hasPrefix("critical path") })
    #expect(text.contains("\nfails: 1 new error\n"))
  }

  @Test
  func `What could not be judged is not green`() {
    #expect(ComparisonWords(Self.compare(.photoImport, after: [.barrier])).level == .warning)
    let same = Self.compare(.photoImport, after: [.photoImport])
    #expect(ComparisonWords(same).level == .fine)
    let whole = Self.pipeline(20, count: 6)
    let broken = RunComparison(before: [whole], after: [Self.empty(nil)])
    #expect(ComparisonWords(broken).level == .error)
    #expect(ComparisonWords(Self.slower).level == .error)
  }

  @Test
  func `A run that took no time before has no share of it`() {
    let reason = ComparisonWords(Self.slower).reason(.slowerRun(.infinity), of: ComparisonGate())
    #expect(reason == "the run took no time before, and does now")
  }

  @Test(arguments: [
    (100.0, 126.0, "+26 %"), (100, 87, "-13 %"), (1_000, 1_004, "+0.4 %"), (100, 100, "0 %"),
    (1_000_000, 1_000_001, "<0.1 %"), (1, 12, "x12"), (0, 0, "0 %"), (0, 4, "-"),
    (100, 0, "-100 %"),
    (10, 10.95, "+9.5 %"), (1, .greatestFiniteMagnitude, "x1,000,000,000,000"),
  ])
  func `Changes read well`(before: Double, after: Double, text: String) {
    let words = ComparisonWords(Self.slower)
    #expect(words.change(MeasuredChange(unjudged: [before], [after])) == text)
  }

  @Test
  func `It says why a run is not judged, and that programs are not the same`() {
    let text = Self.compare(.barrier, after: [.photoImport]).text(TextStyle(width: 200))
    #expect(text.contains("note: the programs are not the same: "))
    #expect(text.contains("note: the run after ended with operations that had not finished, "))
    #expect(text.contains("wall time not judged: "))
  }
}

extension SampleRun {
  /// The photo import without what goes wrong in it.
  fileprivate static var healthyPhotoImport: SampleRun {
    var run = photoImport
    run.diagnosis = Diagnosis(findings: [], stalled: [:])
    return run
  }
}
