import OptraceCommands
import Testing
import TraceEvents
import TraceTestSupport

/// What a command says about a trace that it can't read, or not all of.
struct TraceInputTests {
  private let healthy = TraceScript.healthyRun().log().fileBytes()

  @Test
  func aTraceComesFromAFileOrFromStandardInput() throws {
    let folder = try TemporaryFolder()
    let file = CommandRun("summary", try folder.write(healthy, to: "a.optrace"))
    let input = CommandRun("summary", "-", input: healthy)
    #expect(file.exitCode == .success)
    #expect(file.errors.isEmpty)
    #expect(file.output == input.output)
    #expect(input.errors.isEmpty)
  }

  @Test
  func nobodyTypesATrace() {
    let run = CommandRun("summary", "-", isInputTerminal: true)
    #expect(run.exitCode == .usage)
    #expect(
      run.errors == "optrace: standard input is a terminal; pipe a trace into it, or name a file\n"
    )
  }

  // MARK: Not a trace

  @Test(arguments: [
    ("OPTRACE", "is not a trace; give a .optrace file"),
    ("digraph { a -> b }", "is not a trace; give a .optrace file"),
    ("", "is empty; is the program that should record into it running?"),
    (
      "OPTRACE\nand no more",
      ": the trace's header is damaged: it is cut off after 19 bytes"
    ),
  ])
  func whatIsNoTraceIsRefused(text: String, words: String) {
    let run = CommandRun("diagnose", "-", input: Array(text.utf8))
    #expect(run.exitCode == .badData)
    #expect(run.output.isEmpty)
    let gap = words.hasPrefix(":") ? "" : " "
    #expect(run.errors == "optrace: standard input\(gap)\(words)\n")
  }

  @Test
  func aTraceOfALaterVersionIsRefused() {
    var bytes = healthy
    bytes[8] = 9
    let run = CommandRun("graph", "-", input: bytes)
    #expect(run.exitCode == .badData)
    #expect(run.errorLines.count == 1)
    #expect(run.errors.contains("a trace of version 9.2; this reader knows version 1"))
  }

  @Test
  func garbageBehindAHeaderIsRefused() {
    let garbage = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 * 31 + 7) }
    let run = CommandRun("timeline", "-", input: Array(healthy.prefix(4096)) + garbage)
    #expect(run.exitCode == .badData)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        optrace: nothing in standard input is sound: no chunk begins here; skipped to the next one \
        (at byte 4,096); trace the program again

        """
    )
  }

  // MARK: Partly sound

  @Test
  func aTraceThatIsCutOffIsReadUpToThere() {
    let run = CommandRun("timeline", "-", input: Array(healthy.prefix(5000)))
    #expect(run.exitCode == .success)
    #expect(run.output.contains("load"))
    #expect(run.output.contains("incomplete"))
    #expect(run.errorLines.count == 1)
    #expect(run.errors.hasPrefix("optrace: note: standard input is incomplete: "))
    #expect(run.errors.contains("(at byte "))
  }

  @Test
  func lossesAreTold() {
    let bytes = TraceScript.healthyRun().log().fileBytes(lost: 74_271)
    let run = CommandRun("summary", "-", input: bytes, variables: ["COLUMNS": "200"])
    #expect(run.exitCode == .success)
    #expect(run.errorLines.count == 1)
    #expect(run.errors.contains("; 74,271 events were lost"))
    #expect(run.output.contains("; 74,271 events were lost"))
  }

  @Test
  func manyProblemsAreCounted() {
    var bytes = healthy
    for _ in 0..<5 {
      bytes += [UInt8](repeating: 0xAA, count: 4096)
      bytes += healthy[4096..<8192]
    }
    let run = CommandRun("summary", "-", input: bytes)
    #expect(run.exitCode == .success)
    #expect(run.errorLines.count == 4)
    #expect(run.errorLines.last == "optrace: note: standard input has 2 more problems")
  }

  @Test
  func anEmptyRecordingIsNoMistake() {
    let run = CommandRun("timeline", "-", input: EventLog().fileBytes())
    #expect(run.exitCode == .success)
    #expect(run.output.contains("0 operations"))
    #expect(
      run.errors == """
        optrace: note: standard input holds no operation: none was added to a queue while it was \
        recorded

        """
    )
  }

  // MARK: No such file

  @Test(arguments: [
    (["run.optrace"], "runn.optrace", "did you mean DIR/run.optrace?"),
    (["run.optrace", "ran.optrace"], "run", "did you mean DIR/run.optrace?"),
    (["run.optrace"], "run.svg", "did you mean DIR/run.optrace?"),
    (["trace.bin", "x"], "trace.bim", "did you mean DIR/trace.bin?"),
    (["only.optrace", "note.txt"], "zebra", "did you mean DIR/only.optrace?"),
    (["a.optrace", "b.optrace"], "zebra", "check the path"),
    ([], "zebra", "check the path"),
    (["cycle.optrace", "other.optrace"], "nope.optrace", "check the path"),
    (["cycle.optrace", "other.optrace"], "cycel.optrace", "did you mean DIR/cycle.optrace?"),
    (["notes.text", "b.c"], "cab.text", "check the path"),
    (["\u{1B}x.optrace"], "x.optrace", "did you mean DIR/\\u{1B}x.optrace?"),
  ])
  func aFileThatIsNotThereMayBeAnother(names: [String], asked: String, words: String) throws {
    let folder = try TemporaryFolder()
    for name in names { _ = try folder.write(healthy, to: name) }
    let run = CommandRun("summary", folder.file(asked))
    #expect(run.exitCode == .noInput)
    let advice = words.replacing("DIR", with: folder.path)
    #expect(
      run.errors
        == "optrace: can't read \(folder.file(asked)): No such file or directory; \(advice)\n"
    )
  }

  @Test
  func aFolderMayHoldTheTrace() throws {
    let folder = try TemporaryFolder()
    let empty = CommandRun("summary", folder.path)
    #expect(empty.exitCode == .noInput)
    #expect(empty.errors.hasSuffix(": Is a directory; name a file in it\n"))
    _ = try folder.write(healthy, to: "a.optrace")
    let run = CommandRun("summary", folder.path)
    #expect(run.errors.hasSuffix("; did you mean \(folder.path)/a.optrace?\n"))
  }

  @Test
  func theTraceBesideAPictureIsMeant() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(healthy, to: "run.optrace")
    let picture = try folder.write(Array("digraph {}".utf8), to: "run.dot")
    let run = CommandRun("graph", picture)
    #expect(run.exitCode == .badData)
    #expect(
      run.errors
        == "optrace: \(picture) is not a trace; did you mean \(folder.path)/run.optrace?\n"
    )
  }

  @Test
  func standardInputMayFail() {
    let errors = Collected()
    let environment = CommandEnvironment(
      arguments: ["summary", "-"],
      output: Collected().sink,
      errors: errors.sink,
      readInput: { .failure(.unreadable(path: "-", errno: 5)) }
    )
    #expect(Optrace.run(in: environment) == .noInput)
    #expect(errors.text == "optrace: can't read standard input: Input/output error\n")
  }
}
