import OptraceCommands
import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

struct RepairCommandTests {
  private let bytes = TraceScript.stuckRun().log(endMs: 500).fileBytes()
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The trace with zeros over its first chunk.
  private var damaged: [UInt8] {
    bytes[..<4_096] + [UInt8](repeating: 0, count: 4_096) + bytes[4_096...]
  }

  @Test
  func aDamagedTraceGetsACopyBesideIt() throws {
    let path = try folder.write(damaged, to: "run.optrace")
    let run = CommandRun("repair", path)
    #expect(run.exitCode == .success)
    #expect(run.errors.isEmpty)
    let lines = run.output.split(separator: "\n")
    #expect(lines.first?.hasSuffix("run.optrace: 1 problem") == true)
    #expect(
      lines.dropFirst().first == "  zeros are where a chunk should begin (at byte 4,096)"
    )
    #expect(lines.contains { $0.hasPrefix("kept  ") })
    #expect(lines.contains { $0.hasPrefix("lost  up to 128 events") })
    #expect(lines.last == "wrote \(folder.file("run.repaired.optrace"))")
    #expect(try folder.read("run.optrace") == damaged)

    let copy = try EventLog(bytes: folder.read("run.repaired.optrace"))
    #expect(copy.problems.isEmpty)
    #expect(
      Trace(copy).problems.map(\.message)
        == ["up to 128 events were lost: a part of the file could not be read"]
    )
    let summary = CommandRun("summary", folder.file("run.repaired.optrace"))
    #expect(summary.errorLines.count == 1)
    #expect(summary.errors.contains("up to 128 events were lost"))
  }

  @Test
  func aSoundTraceGetsNone() throws {
    let path = try folder.write(bytes, to: "run.optrace")
    let run = CommandRun("repair", path)
    #expect(run.exitCode == .success)
    #expect(run.output.contains("run.optrace is sound: nothing to repair\nkept  "))
    #expect(try folder.names() == ["run.optrace"])
  }

  @Test
  func aCopyThatIsAskedForIsMadeInAnyCase() throws {
    let path = try folder.write(bytes, to: "run.optrace")
    let run = CommandRun("repair", path, "-o", folder.file("copy.optrace"))
    #expect(run.exitCode == .success)
    #expect(try EventLog(bytes: folder.read("copy.optrace")) == EventLog(bytes: bytes))
  }

  @Test
  func theTraceItselfIsNeverOverwritten() throws {
    let path = try folder.write(damaged, to: "run.optrace")
    for other in [path, folder.path + "/./run.optrace"] {
      let run = CommandRun("repair", path, "-o", other)
      #expect(run.exitCode == .usage)
      #expect(run.errors.contains("is the trace itself"))
    }
    #expect(try folder.read("run.optrace") == damaged)
  }

  @Test
  func standardOutputIsNoPlaceForACopy() throws {
    let path = try folder.write(damaged, to: "run.optrace")
    let run = CommandRun("repair", path, "-o", "-")
    #expect(run.exitCode == .usage)
    #expect(run.errors.contains("a copy can't go to standard output"))
    #expect(try folder.names() == ["run.optrace"])
  }

  @Test
  func whatWasDroppedOnPurposeIsTold() throws {
    var log = try EventLog(bytes: bytes)
    log.horizon = TraceHorizon(
      instant: TraceInstant(nanoseconds: 20_000_000),
      lastOperation: OperationID(rawValue: 0),
      droppedEvents: 1_234,
      droppedOperations: 56,
      bound: TraceBound(bytes: 1 << 20)
    )
    let path = try folder.write(TraceFileWriter.bytes(of: log), to: "run.optrace")
    let run = CommandRun("repair", path)
    #expect(run.output.contains("is sound"))
    #expect(run.output.contains("dropped on purpose: it keeps the most recent 1 MiB: 1,234 events"))
  }

  @Test
  func aTraceThatWasCutBetweenChunksIsNotSound() throws {
    let bytes = TraceScript.healthyRun().log().fileBytes()
    try #require(bytes.count > 8_192)
    let path = try folder.write(Array(bytes.prefix(bytes.count - 4_096)), to: "run.optrace")
    let run = CommandRun("repair", path)
    let length = GroupedNumber.text(bytes.count, "byte")
    #expect(run.output.contains("the trace is cut off: it was \(length) long"))
    #expect(run.output.contains("lost  up to 128 events, since "))
    let diagnosis = CommandRun("diagnose", path)
    #expect(diagnosis.errors.contains("is incomplete: the trace is cut off"))
  }

  @Test
  func anEarlierCopyIsKept() throws {
    let path = try folder.write(damaged, to: "run.optrace")
    _ = try folder.write([1], to: "run.repaired.optrace")
    let run = CommandRun("repair", path)
    #expect(run.exitCode == .cantWrite)
    #expect(run.errorLines.count == 1)
    #expect(run.errors.contains("is there already"))
    #expect(try folder.read("run.repaired.optrace") == [1])
  }

  @Test
  func standardInputNeedsAName() throws {
    let run = CommandRun("repair", "-", input: damaged)
    #expect(run.exitCode == .usage)
    #expect(run.errors.contains("-o OUT"))
    let named = CommandRun("repair", "-", "-o", folder.file("copy.optrace"), input: damaged)
    #expect(named.exitCode == .success)
    #expect(try folder.names() == ["copy.optrace"])
  }

  @Test
  func whatIsNoTraceIsRefused() throws {
    let path = try folder.write(Array("nothing of the kind".utf8), to: "run.optrace")
    #expect(CommandRun("repair", path).exitCode == .badData)
    #expect(CommandRun("repair", folder.file("missing.optrace")).exitCode == .noInput)
    #expect(try folder.names() == ["run.optrace"])
  }

  @Test
  func aTraceWithoutAHeaderComesBack() throws {
    // All but the last sign of life, which tells how long the stalled ones have been so.
    let path = try folder.write([UInt8](repeating: 0, count: 48) + bytes[48...], to: "run.optrace")
    #expect(CommandRun("summary", path).exitCode == .badData)
    #expect(CommandRun("repair", path).exitCode == .success)
    let diagnosis = CommandRun("diagnose", folder.file("run.repaired.optrace"))
    #expect(diagnosis.exitCode == .stuck)
    #expect(diagnosis.output == CommandRun("diagnose", "-", input: bytes).output)
  }
}
