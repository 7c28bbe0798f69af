import Foundation
import OptraceCommands
import Testing
import TraceModel
import TraceRendering
import TraceTestSupport

struct TimelineCommandTests {
  private let bytes = TraceScript.healthyRun().log().fileBytes()

  private func longest(_ run: CommandRun) -> Int {
    run.output.split(separator: "\n").reduce(0) { max($0, $1.count) }
  }

  @Test
  func theTimelineFitsTheWidth() {
    let narrow = CommandRun("timeline", "-", "--width", "60", input: bytes)
    let wide = CommandRun("timeline", "-", "--width=120", input: bytes)
    #expect(narrow.exitCode == .success)
    #expect(narrow.errors.isEmpty)
    #expect(narrow.output.contains("decode"))
    #expect((50...60).contains(longest(narrow)))
    #expect((100...120).contains(longest(wide)))
  }

  @Test
  func aTerminalGetsItsWidthAndColour() {
    let plain = CommandRun("timeline", "-", input: bytes)
    #expect(!plain.output.contains("\u{1B}"))
    let colored = CommandRun("timeline", "-", input: bytes, terminal: .init(columns: 80))
    #expect(colored.output.contains("\u{1B}[1m"))
    let declined = CommandRun(
      "timeline",
      "-",
      input: bytes,
      variables: ["NO_COLOR": "1", "LANG": "C.UTF-8"],
      terminal: .init(columns: 80)
    )
    #expect(declined.output == plain.output)
  }

  /// Of more operations than rows those are there that have most to say.
  @Test
  func rowsThatAreTooManyAreLeftOutAndCounted() {
    let script = TraceScript()
    let (images, uploads) = (script.queue("images", limit: 1), script.queue("uploads"))
    for number in 0..<20 {
      let operation = script.operation("load \(number)")
      let start = Double(number) * 10
      let end = start + (number == 4 ? 9 : 2)
      script.run(operation, on: images, enqueued: start, started: start, finished: end)
      if number == 7 { script.at(ms: start).fail(operation, "disk full") }
    }
    let notice = script.operation("notice")
    script.run(notice, on: uploads, enqueued: 0, started: 1, finished: 2)
    let input = script.log().fileBytes()
    let some = CommandRun("timeline", "-", "--limit", "3", input: input)
    let rows = some.output.split(separator: "\n").filter { $0.contains("load ") }
    #expect(rows.count == 3)
    // One failed, one is the critical path, which is the last alone; one was slowest.
    for name in ["load 7", "load 19", "load 4 "] { #expect(rows.contains { $0.contains(name) }) }
    #expect(some.output.contains("3 rows: what is stalled or failed"))
    #expect(some.output.contains("18 operations have none (--all shows each)"))
    #expect(some.output.contains("\n  17 more operations\n"))
    let all = CommandRun("timeline", "-", "--all", input: input)
    #expect(all.output == CommandRun("timeline", "-", input: input).output)
    #expect(all.output.contains("load 13") && !all.output.contains("more operation"))
  }

  @Test
  func aThousandRowsAreShownUnlessMoreAreAskedFor() {
    let input = TraceScript.longRun(operations: 1_100).log().fileBytes()
    let rows = CommandRun("timeline", "-", input: input).output.split(separator: "\n")
      .count { $0.contains("request ") }
    #expect((900...1_000).contains(rows))
    let all = CommandRun("timeline", "-", "--all", input: input).output.split(separator: "\n")
      .count { $0.contains("request ") }
    #expect(all >= 1_100)
  }

  @Test(arguments: [["--limit", "0"], ["--limit", "3", "--all"], ["--all", "--events"]])
  func aLimitThatMakesNoSenseIsRefused(words: [String]) {
    let run = CommandRun(words: ["timeline", "-"] + words, input: bytes)
    #expect(run.exitCode == .usage)
    #expect(run.errors.contains("--"))
  }

  /// Who asks for a part of the time sees that part: nothing else is on the axis.
  @Test
  func theAxisIsThatOfTheTimeThatWasAskedFor() throws {
    let script = TraceScript()
    let queue = script.queue("images")
    for (number, start) in [(1, 0.0), (2, 500.0), (3, 900.0)] {
      let operation = script.operation("load \(number)")
      script.run(operation, on: queue, enqueued: start, started: start, finished: start + 100)
    }
    let input = script.log().fileBytes()
    let text = CommandRun("timeline", "-", "--between", "510ms", "530ms", input: input)
    #expect(text.output.contains("load 2"))
    #expect(!text.output.contains("load 1") && !text.output.contains("load 3"))
    #expect(text.output.contains("515 ms") || text.output.contains("520 ms"))
    #expect(!text.output.contains("600 ms"))
    let folder = try TemporaryFolder()
    let path = folder.file("part.svg")
    let picture = CommandRun(
      "timeline",
      "-",
      "-o",
      path,
      "--between",
      "510ms",
      "530ms",
      input: input
    )
    #expect(picture.exitCode == .success)
    let svg = try String(contentsOfFile: path, encoding: .utf8)
    let words = try #require(XMLElements(svg)).named("text").map(\.text)
    #expect(words.contains("520 ms"))
    #expect(!words.contains("600 ms") && !words.contains { $0.hasPrefix("load 1") })
  }

  @Test
  func anASCIILocaleGetsASCII() {
    let run = CommandRun("timeline", "-", input: bytes, variables: [:])
    #expect(run.output.utf8.allSatisfy { $0 < 0x80 })
    #expect(run.output.contains("decode"))
  }

  @Test
  func eventsAreALog() {
    let run = CommandRun("timeline", "-", "--events", input: bytes)
    #expect(run.exitCode == .success)
    let style = TextStyle(width: 80)
    #expect(run.output == Trace(TraceScript.healthyRun().log()).eventText(style))
    #expect(
      run.output.split(separator: "\n").contains { $0.contains("save") && $0.hasSuffix("started") }
    )
  }

  @Test
  func stalledOperationsAreMarked() {
    let stuck = TraceScript.stuckRun().log(endMs: 500).fileBytes()
    let run = CommandRun("timeline", "-", input: stuck)
    #expect(run.exitCode == .success)
    #expect(run.output.contains("STALLED"))
  }

  @Test(arguments: ["wide", "39", "0", "-1", "10001", "80.5", "99999999999999999999"])
  func aWidthMustBeOne(value: String) {
    let run = CommandRun("timeline", "-", "--width=\(value)", input: bytes)
    #expect(run.exitCode == .usage)
    #expect(
      run.errors == """
        optrace: --width must be a number from 40 to 10000, not '\(value)'; see `optrace help \
        timeline`

        """
    )
  }

  @Test
  func onlySelectedOperationsHaveRows() {
    let run = CommandRun("timeline", "-", "--focus", "decode", input: bytes)
    #expect(run.exitCode == .success)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.contains("1 of 4 operations: --focus decode"))
    #expect(lines.contains { $0.contains("decode") && $0.contains("29.9 ms") })
    #expect(!lines.contains { $0.contains("save") || $0.contains("index") })
    let all = CommandRun("timeline", "-", "--queue", "images", input: bytes)
    #expect(all.output.contains("4 of 4 operations: --queue images"))
    let plain = CommandRun("timeline", "-", input: bytes)
    #expect(!plain.output.contains(" of 4 operations"))
  }

  @Test
  func onlyEventsOfSelectedOperationsAreLogged() {
    let run = CommandRun("timeline", "-", "--events", "--focus", "index", input: bytes)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "1 of 4 operations: --focus index")
    #expect(lines.contains { $0.hasSuffix("started") })
    let subjects = lines.dropFirst(2)
    #expect(subjects.count >= 4)
    #expect(subjects.allSatisfy { $0.contains("index") }, "\(subjects)")
  }

  @Test
  func aSelectionOfNothingIsAMistake() {
    let run = CommandRun("timeline", "-", "--focus", "zebra", input: bytes)
    #expect(run.exitCode == .nothingSelected)
    #expect(run.output.isEmpty)
    #expect(run.errorLines == ["optrace: no operation is like that: --focus zebra"])
    let typo = CommandRun("timeline", "-", "--focus", "is:stuck", input: bytes)
    #expect(typo.exitCode == .usage)
    #expect(typo.errors.contains("\n  is:stuck\n"))
  }

  @Test
  func aPictureIsWrittenWhereTheFileSaysSo() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("run.svg")
    let run = CommandRun("timeline", "-", "-o", path, input: bytes)
    #expect(run.exitCode == .success)
    #expect(run.output.isEmpty)
    let picture = try String(contentsOfFile: path, encoding: .utf8)
    #expect(try #require(XMLElements(picture)).named("svg").count == 1)
    #expect(picture.contains("decode"))
    let piped = CommandRun("timeline", "-", "--format", "svg", input: bytes)
    #expect(piped.output == picture)
    let narrowed = CommandRun("timeline", "-", "--format=svg", "--focus", "decode", input: bytes)
    #expect(narrowed.output.contains("--focus decode"))
    let words = try #require(XMLElements(narrowed.output)).named("text").map(\.text)
    #expect(words.contains { $0.hasPrefix("decode") })
    #expect(!words.contains { $0.hasPrefix("save") })
  }

  @Test
  func textIsWrittenToAFileAsToAPipe() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("run.txt")
    let run = CommandRun("timeline", "-", "-o", path, input: bytes, terminal: .init(columns: 80))
    #expect(run.exitCode == .success)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == CommandRun("timeline", "-", input: bytes).output)
  }

  @Test(arguments: [
    (["-o", "run.pdf"], "-o must be a file that ends in .svg or .txt, or give --format"),
    (["--format", "png"], "--format must be text or svg, not 'png'"),
    (["--format", "svg", "--width", "80"], "--width: it goes with text, not with a picture"),
    (["-o", "run.svg", "--events"], "--events: it goes with text, not with a picture"),
    (["--format", "svg", "--events"], "--format and --events exclude one another"),
  ])
  func whatDoesNotGoTogetherIsSaid(arguments: [String], message: String) {
    let run = CommandRun(words: ["timeline", "-"] + arguments, input: bytes)
    #expect(run.exitCode == .usage)
    #expect(run.errors.contains(message))
    #expect(run.output.isEmpty)
  }
}
