import Testing
import TraceTestSupport

@testable import OptraceCommands

/// How the file of a recording is called, and which ones are of one run.
struct RecordedFileTests {
  @Test(arguments: [
    (nil, "server", false, "server.optrace"), (nil, "server", true, "server-%p.optrace"),
    (nil, "100%pure", false, "100_pure.optrace"), ("a/b.optrace", "x", false, "a/b.optrace"),
    ("a/b.optrace", "x", true, "a/b-%p.optrace"), ("b", "x", true, "b-%p"),
    ("%p.optrace", "x", true, "%p.optrace"), ("b%p", "x", false, "b%p"),
  ])
  func everyProcessHasAFileOfItsOwn(
    given: String?,
    program: String,
    isFollowing: Bool,
    path: String
  ) {
    #expect(RecordedFile.path(given, program: program, isFollowing: isFollowing) == path)
  }

  @Test
  func onlyNumbersStandForProcesses() throws {
    let folder = try TemporaryFolder()
    for name in ["a-1.optrace", "a-22.optrace", "a-.optrace", "a-x.optrace", "b-3.optrace", "a-4"] {
      _ = try folder.write([], to: name)
    }
    let found = RecordedFile.traces(matching: folder.file("a-%p.optrace"))
    #expect(found == ["a-1.optrace", "a-22.optrace"].map(folder.file))
    #expect(RecordedFile.traces(matching: folder.file("a.optrace")).isEmpty)
  }

  @Test
  func theRecorderIsToldWhatWasAskedFor() throws {
    var arguments = ParsedArguments()
    #expect(try RecorderOption.variables(arguments).isEmpty)
    arguments.flags = ["follow", "quiet"]
    arguments.values = ["stall-after": "1.5s", "output": "x"]
    #expect(
      try RecorderOption.variables(arguments)
        == ["OPTRACE_FOLLOW": "1", "OPTRACE_STALL_AFTER": "1.5s"]
    )
    arguments.values = ["stall-after": "soon"]
    #expect(throws: ArgumentError.self) { try RecorderOption.variables(arguments) }
  }
}
