import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@testable import TraceRendering

/// The critical path as a tree.
@Suite
struct CriticalPathTextTests {
  @Test(arguments: SampleRun.all)
  func `The path is as the golden file says`(run: SampleRun) throws {
    try GoldenFile("\(run.name).path.txt").expect(run.trace.criticalPathText())
  }

  @Test(arguments: [
    ("wide", TextStyle(width: 160)), ("narrow", TextStyle(width: 40)),
    ("color", TextStyle(usesColor: true)), ("ascii", TextStyle(charset: .ascii)),
  ])
  func `Wide, narrow, coloured and in ASCII it is as the golden files say`(
    name: String,
    style: TextStyle
  ) throws {
    let trace = SampleRun.photoImport.trace
    try GoldenFile("photo-import.path-\(name).txt").expect(trace.criticalPathText(style))
  }

  @Test(arguments: SampleRun.all, TextStyle.Charset.allCases)
  func `It fits any width, is safe to show, and colour is all that colour changes`(
    run: SampleRun,
    charset: TextStyle.Charset
  ) {
    for width in Array(40...130) + [400] {
      let style = TextStyle(width: width, charset: charset)
      let text = run.trace.criticalPathText(style)
      let lines = text.split(separator: "\n")
      #expect(lines.allSatisfy { DisplayWidth.of($0) <= width && String($0).isSafeToShow })
      if charset == .ascii {
        #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
      }
    }
    let colored = run.trace.criticalPathText(TextStyle(charset: charset, usesColor: true))
    let escape = /\u{1B}\[[0-9;]*m/
    #expect(colored.contains(escape))
    #expect(
      colored.replacing(escape, with: "") == run.trace.criticalPathText(TextStyle(charset: charset))
    )
  }

  @Test(arguments: Array(0..<150) as [UInt64])
  func `What is printed adds up to what is printed`(seed: UInt64) throws {
    let units: [UInt64] = [1, 997, 1_000_003, 3_600_000_000_007]
    let unit = units[Int(seed) % units.count]
    let trace = Trace(SchedulerSimulation(seed: seed, operationCount: 90, unit: unit).log)
    guard let path = trace.criticalPath else { return }
    for showsAll in [false, true] {
      let printed = PrintedPath(trace.criticalPathText(showsAll: showsAll))
      let recorded = try #require(printed.lengths.last)
      #expect(printed.lengths.dropLast().reduce(0, +) == recorded)
      // Each begins where the one below it ends.
      var end: UInt64 = 0
      for (moment, length) in zip(printed.moments, printed.lengths).reversed() where length > 0 {
        #expect(moment == end)
        end += length
      }
      let total = try #require(printed.sums.last)
      #expect(printed.sums.dropLast().reduce(0, +) == total)
      #expect(printed.sums.count - 1 == PathAccount(path, of: trace).sums.count)
      #expect(printed.shares.dropLast().reduce(0, +) == (total == 0 ? 0 : 1_000))
    }
  }

  @Test
  func `Of a long path the middle is left out, and stands in one line`() throws {
    let script = TraceScript()
    let queue = script.queue("serial", limit: 1)
    let operations = (0..<20_000).map { script.operation("step \($0)") }
    for (number, operation) in operations.enumerated() {
      let start = UInt64(number) * 1_000
      script.at(ns: 0).enqueue(operation, on: queue)
      script.at(ns: start).start(operation)
      script.at(ns: start + 1_000).finish(operation)
    }
    let trace = script.trace()
    let lines = trace.criticalPathText().split(separator: "\n")
    #expect(lines.count < 120)
    #expect(
      lines.contains { $0.contains("19,960 operations left out; --all shows them") },
      "\(lines)"
    )
    #expect(lines.contains { $0.contains("the longest: \"step ") })
    let printed = PrintedPath(trace.criticalPathText())
    #expect(printed.lengths.dropLast().reduce(0, +) == printed.lengths.last)
    let all = trace.criticalPathText(showsAll: true).split(separator: "\n")
    #expect(all.count > 40_000)
    #expect(all.allSatisfy { DisplayWidth.of($0) <= 80 })
    #expect(!all.contains { $0.contains("left out") })
  }

  @Test
  func `Where nothing finished it says so, and what did not`() {
    let text = Trace(TraceScript.stuckRun().log(endMs: 500)).criticalPathText()
    #expect(text.contains("nothing has finished, so there is no critical path yet"))
    #expect(text.contains("3 operations had not finished: fetch, store and report"))
    let empty = Trace(EventLog()).criticalPathText()
    #expect(empty == "there is no operation, so there is no critical path\n")
  }
}

/// The numbers of a printed path, in steps of the last decimal.
private struct PrintedPath {
  var moments: [UInt64] = []
  var lengths: [UInt64] = []
  var sums: [UInt64] = []
  var shares: [UInt64] = []

  init(_ text: String) {
    var isInTable = false
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if line.hasPrefix("  on the critical path") { isInTable = true }
      if line.hasPrefix("  had it taken") { isInTable = false }
      if isInTable, words.last == "%", words.count > 3 {
        sums.append(Self.number(words[words.count - 3]))
        shares.append(Self.number(words[words.count - 2]))
      } else if let at = words.first, at.hasPrefix("@"), words[1].hasPrefix("+") {
        moments.append(Self.number(at))
        lengths.append(Self.number(words[1]))
      } else if words.first?.hasPrefix("+") == true, words.last == "recorded" {
        lengths.append(Self.number(words[0]))
      }
    }
  }

  private static func number(_ text: Substring) -> UInt64 {
    UInt64(text.filter(\.isASCII).filter(\.isNumber)) ?? 0
  }
}
