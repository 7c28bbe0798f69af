import Foundation
import Testing
import TraceEvents
import TraceTestSupport

/// What the built command does with pipes, full disks, closed streams and terminals.
struct StreamTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write(TraceScript.stuckRun().log(endMs: 500).fileBytes(), to: "stuck.optrace")
  }

  /// A trace whose log of events is larger than a pipe and every buffer.
  private func writeLargeTrace() throws {
    let script = TraceScript()
    let queue = script.queue("many", limit: 1)
    for number in 0..<5000 {
      let time = Double(number)
      script.run(
        script.operation("operation \(number)"),
        on: queue,
        enqueued: time,
        started: time + 0.1,
        finished: time + 0.9
      )
    }
    _ = try folder.write(script.log().fileBytes(), to: "large.optrace")
  }

  @Test
  func aReaderThatGoesAwayIsNoError() throws {
    try writeLargeTrace()
    let run = try BuiltCommand(
      script: "$optrace timeline large.optrace --events | head -n 1; echo ${PIPESTATUS[0]}",
      in: folder
    )
    #expect(run.errors.isEmpty)
    #expect(run.text.hasSuffix("what happened\n0\n"))
  }

  @Test
  func aLargeOutputIsComplete() throws {
    try writeLargeTrace()
    let run = try BuiltCommand(
      script: "$optrace timeline large.optrace --events | wc -l",
      in: folder
    )
    // A head; four events for each operation, with the return from its start; and that the trace ends without a stop.
    #expect(run.text.filter { $0 != " " } == "20002\n")
  }

  @Test
  func aFullDiskIsTold() throws {
    let run = try BuiltCommand(script: "$optrace diagnose stuck.optrace > /dev/full", in: folder)
    #expect(run.status == 74)
    #expect(
      run.errors == "optrace: can't write to standard output: No space left on device\n"
    )
  }

  @Test
  func aClosedOutputIsTold() throws {
    let run = try BuiltCommand(script: "$optrace diagnose stuck.optrace >&-", in: folder)
    #expect(run.status == 74)
    #expect(run.errors == "optrace: can't write to standard output: Bad file descriptor\n")
  }

  @Test
  func aFileThatMayNotGrowKeepsWhatItWas() throws {
    _ = try folder.write(Array("before".utf8), to: "a.svg")
    // Where whoever runs the tests ignores the signal, the command would too, and show nothing of what it does about it.
    #if os(Linux)
    let optrace = "env --default-signal=XFSZ $optrace"
    #else
    let optrace = "$optrace"
    #endif
    let run = try BuiltCommand(
      script: "ulimit -f 1; \(optrace) graph stuck.optrace -o a.svg",
      in: folder
    )
    #expect(run.status == 74)
    #expect(run.errors == "optrace: can't write a.svg: File too large; choose another file\n")
    #expect(try folder.read("a.svg") == Array("before".utf8))
    #expect(try folder.names() == ["a.svg", "stuck.optrace"])
  }

  @Test
  func aTerminalGetsColourAndItsWidth() throws {
    let words = ["timeline", folder.file("stuck.optrace")]
    let shown = try PseudoTerminal(columns: 100)
      .show(words, environment: ["LANG": "C.UTF-8", "TERM": "xterm"])
    #expect(shown.contains("\u{1B}[1;31mSTALLED\u{1B}[0m"))
    let plain = try PseudoTerminal(columns: 100)
      .show(words, environment: ["LANG": "C.UTF-8", "TERM": "xterm", "NO_COLOR": "1"])
    #expect(!plain.contains("\u{1B}"))
    let widest = plain.split(separator: "\n").reduce(0) { max($0, $1.count) }
    #expect((81...100).contains(widest))
    let piped = try BuiltCommand("timeline", "stuck.optrace", "--width", "100", in: folder)
    #expect(piped.text == plain)
  }

  @Test
  func withoutALocaleTheOutputIsASCII() throws {
    let run = try BuiltCommand("timeline", "stuck.optrace", in: folder, environment: [:])
    #expect(run.status == 0)
    #expect(run.output.allSatisfy { $0 < 0x80 })
  }
}
