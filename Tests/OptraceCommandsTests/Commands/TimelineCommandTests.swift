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
}
