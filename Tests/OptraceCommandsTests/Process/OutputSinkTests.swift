import Foundation
import OptraceCommands
import Testing
import TraceEvents
import TraceTestSupport

struct OutputSinkTests {
  @Test
  func smallWritesAreHeldBackUntilTheFlush() {
    var pieces: [Int] = []
    let sink = OutputSink { bytes in
      pieces.append(bytes.count)
      return 0
    }
    for _ in 0..<1000 { sink.write("line\n") }
    #expect(pieces.isEmpty)
    sink.flush()
    #expect(pieces == [5000])
    sink.flush()
    #expect(pieces == [5000])
  }

  @Test
  func aLotIsHandedOnInPieces() {
    let collected = Collected()
    var calls = 0
    let sink = OutputSink { bytes in
      calls += 1
      collected.sink.write(String(decoding: bytes, as: UTF8.self))
      return 0
    }
    for _ in 0..<100_000 { sink.write("line\n") }
    sink.flush()
    #expect((5...10).contains(calls))
  }

  @Test
  func afterAFailureNothingMoreIsWritten() {
    var calls = 0
    let sink = OutputSink { _ in
      calls += 1
      return ENOSPC
    }
    sink.write("a")
    sink.flush()
    sink.write("b")
    sink.flush()
    #expect(sink.failure == ENOSPC)
    #expect(calls == 1)
  }

  /// Runs `diagnose` on a stuck trace with an output that fails.
  private func diagnose(failing number: Int32) -> (ExitCode, String) {
    let errors = Collected()
    let environment = CommandEnvironment(
      arguments: ["diagnose", "-"],
      output: OutputSink { _ in number },
      errors: errors.sink,
      readInput: { .success(TraceScript.stuckRun().log(endMs: 500).fileBytes()) }
    )
    return (Optrace.run(in: environment), errors.text)
  }

  @Test
  func aReaderThatHasSeenEnoughIsNoFailure() {
    let (code, errors) = diagnose(failing: EPIPE)
    #expect(code == .stuck)
    #expect(errors.isEmpty)
  }

  @Test
  func aFullDiskIsOne() {
    let (code, errors) = diagnose(failing: ENOSPC)
    #expect(code == .cantWrite)
    #expect(errors == "optrace: can't write to standard output: No space left on device\n")
  }
}
