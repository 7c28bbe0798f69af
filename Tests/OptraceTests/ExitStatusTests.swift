import Testing
import TraceTestSupport

/// The status and the streams of the built command, as a script sees them.
struct ExitStatusTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write(TraceScript.healthyRun().log().fileBytes(), to: "healthy.optrace")
    _ = try folder.write(TraceScript.stuckRun().log(endMs: 500).fileBytes(), to: "stuck.optrace")
    _ = try folder.write(Array("no trace".utf8), to: "notes.txt")
  }

  @Test(arguments: [
    ("--help", 0), ("--version", 0), ("help diagnose", 0), ("explain", 0),
    ("explain never-finished", 0), ("explain x", 64),
    ("diagnose --list", 0), ("diagnose stuck.optrace --junit", 1),
    ("diagnose stuck.optrace -o no/a", 74),
    ("diagnose healthy.optrace --strict", 0), ("summary healthy.optrace", 0),
    ("timeline stuck.optrace", 0), ("diagnose healthy.optrace", 0), ("diagnose stuck.optrace", 1),
    ("diagnose stuck.optrace --json", 1), ("diagnose stuck.optrace --allow dependency-cycle", 0),
    ("diagnose stuck.optrace --allow x", 64), ("diagnose stuck.optrace --threshold stall=x", 64),
    ("graph stuck.optrace -o a.svg", 0), ("", 64),
    ("grpah stuck.optrace", 64), ("timeline stuck.optrace --width=x", 64),
    ("diagnose notes.txt", 65), ("diagnose helthy.optrace", 66), ("diagnose .", 66),
    ("graph stuck.optrace -o no/a.svg", 74), ("demo -o no", 74),
  ])
  func theStatusSaysHowItWent(line: String, status: Int32) throws {
    let run = try BuiltCommand(script: "$optrace \(line)", in: folder)
    #expect(run.status == status)
    if status >= 64 {
      // `demo` says what it does before it can know that it can't.
      if !line.hasPrefix("demo") { #expect(run.output.isEmpty) }
      #expect(run.errors.hasPrefix("optrace: "))
      #expect(run.errors.split(separator: "\n").count == 1)
    } else {
      #expect(run.errors.isEmpty)
    }
  }

  @Test
  func settingsComeFromBesideTheTraceElseFromTheWorkingDirectory() throws {
    let here = try TemporaryFolder()
    let trace = folder.file("stuck.optrace")
    let allowing = Array(#"{"allow": ["dependency-cycle"]}"#.utf8)
    #expect(try BuiltCommand("diagnose", trace, in: here).status == 1)

    _ = try here.write(allowing, to: "optrace.json")
    let run = try BuiltCommand("diagnose", trace, in: here)
    #expect(run.status == 0)
    #expect(run.errors == "optrace: note: settings are taken from optrace.json\n")
    let piped = try BuiltCommand("diagnose", "-", input: try folder.read("stuck.optrace"), in: here)
    #expect(piped.output == run.output)

    let beside = try folder.write(Array("{}".utf8), to: "optrace.json")
    let other = try BuiltCommand("diagnose", trace, in: here)
    #expect(other.status == 1)
    #expect(other.errors == "optrace: note: settings are taken from \(beside)\n")

    _ = try folder.write(Array("{".utf8), to: "optrace.json")
    let broken = try BuiltCommand("diagnose", "stuck.optrace", in: folder)
    #expect(broken.status == 65)
    #expect(broken.errors.hasPrefix("optrace: optrace.json: it is not JSON"))
  }

  @Test
  func aMisspeltFileIsRecognised() throws {
    let run = try BuiltCommand("diagnose", "helthy.optrace", in: folder)
    #expect(
      run.errors == """
        optrace: can't read helthy.optrace: No such file or directory; did you mean healthy.optrace?

        """
    )
  }

  @Test
  func standardInputIsATrace() throws {
    let bytes = try folder.read("stuck.optrace")
    let run = try BuiltCommand("diagnose", "-", input: bytes, in: folder)
    #expect(run.status == 1)
    #expect(run.output == (try BuiltCommand("diagnose", "stuck.optrace", in: folder).output))
  }

  @Test
  func aTraceThatIsCutOffIsReadWithANote() throws {
    let bytes = Array(try folder.read("healthy.optrace").prefix(5000))
    let run = try BuiltCommand("timeline", "-", input: bytes, in: folder)
    #expect(run.status == 0)
    #expect(run.text.contains("load"))
    #expect(run.errors.hasPrefix("optrace: note: standard input is incomplete: "))
  }
}
