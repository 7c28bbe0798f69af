import OptraceCommands
import Testing
import TraceEvents
import TraceTestSupport

/// Files that went through a bad disk, a cut connection or a hostile hand: no command crashes or hangs on them.
struct DamagedTraceTests {
  private static let commands = [
    ["timeline", "-"], ["timeline", "-", "--events"], ["diagnose", "-"],
    ["diagnose", "-", "--json"],
    ["summary", "-"], ["summary", "-", "--json"], ["graph", "-"],
  ]

  @Test(arguments: 0..<40)
  func damageEndsInAReportOrInOneLine(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let script = seed.isMultiple(of: 2) ? TraceScript.healthyRun() : TraceScript.stuckRun()
    var bytes = script.log(endMs: 500).fileBytes()
    // Anything behind the eight bytes that make it a trace.
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      let position = Int.random(in: 8..<bytes.count, using: &random)
      bytes[position] = UInt8.random(in: 0...255, using: &random)
    }
    if seed.isMultiple(of: 3) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
    for words in Self.commands {
      let run = CommandRun(words: words, input: bytes)
      switch run.exitCode {
      case .success, .stuck:
        #expect(!run.output.isEmpty)
        #expect(run.errorLines.allSatisfy { $0.hasPrefix("optrace: note: ") })
      case .badData:
        #expect(run.output.isEmpty)
        #expect(run.errorLines.count == 1)
      default:
        Issue.record("\(words) ended with \(run.exitCode)")
      }
    }
  }
}
