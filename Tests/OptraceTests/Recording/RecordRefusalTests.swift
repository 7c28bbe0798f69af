import Foundation
import Testing
import TraceTestSupport

#if os(Linux)
/// What `optrace record` says instead of running a program, and with which status.
struct RecordRefusalTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func record(_ words: String, library: String? = nil) throws -> BuiltCommand {
    let library = try library ?? RecordedProgram.idleLibrary.get()
    let script = "OPTRACE_PRELOAD=\(library) $optrace record \(words)"
    return try BuiltCommand(script: script, in: folder)
  }

  private func expect(_ run: BuiltCommand, status: Int32, _ words: String) {
    #expect(run.status == status)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("optrace: "))
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    ("", 64, "PROGRAM is missing"), ("--", 64, "PROGRAM is missing"),
    ("--frobnicate -- true", 64, "there is no option '--frobnicate'"),
    ("-o - true", 64, "a trace can't go to standard output"),
    ("--on-stall maim true", 64, "--on-stall must be report, kill or abort, not 'maim'"),
    ("--stall-after 5 true", 64, "--stall-after must be a length of time"),
    ("--stall-after 0s true", 64, "--stall-after must be a length of time"),
    ("no-such-program", 127, "can't run no-such-program: No such file"),
    ("./no-such", 127, "can't run ./no-such: No such file"), ("''", 127, "PROGRAM is empty"),
    ("notes.txt/x", 127, "can't run notes.txt/x: Not a directory"),
    ("./notes.txt", 126, "can't run ./notes.txt: Permission denied"),
    ("$PWD", 126, "Is a directory"), ("$'./\\e[31m'", 127, "can't run ./\\u{1B}[31m: No such file"),
    ("./script", 65, "./script is a script for /bin/bash; record the Swift program that it runs"),
    ("./python", 65, "./python is a script for python3;"),
    ("./bare", 65, "./bare is a script for /bin/sh;"),
    ("./foreign", 65, "./foreign is a program for another processor"),
  ])
  func whatCanNotBeRunIsTold(words: String, status: Int32, message: String) throws {
    _ = try folder.write(Array("notes".utf8), to: "notes.txt")
    let foreign: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 93)
    let files: [(String, [UInt8])] = [
      ("script", Array("#!/bin/bash -e\necho no".utf8)),
      ("python", Array("#!/usr/bin/env -S python3\n".utf8)), ("bare", Array("echo no".utf8)),
      ("foreign", foreign),
    ]
    for (name, bytes) in files {
      let path = try folder.write(bytes, to: name)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    expect(try record(words), status: status, message)
    #expect(try !folder.names().contains { $0.hasSuffix(".optrace") })
  }

  @Test
  func aProgramWithoutFoundationIsRunOnlyByForce() throws {
    let plain = try RecordedProgram.plain.get()
    expect(try record(plain), status: 65, "plain does not load Foundation")
    let forced = try record("--force \(plain) a b")
    #expect(forced.status == 5)
    #expect(forced.text == "plain 3\n")
    #expect(forced.errors.hasPrefix("optrace: note: running it untraced"))
    #expect(forced.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: ["sh run.sh", "env X=1 ./run.sh", "timeout 60 ./run.sh", "./run.sh"])
  func whatAProgramWithoutFoundationRunsIsRecordedWhenAskedFor(words: String) throws {
    let script = try folder.write(
      Array("#!/bin/sh\n\(RecordedProgram.path) work\n".utf8),
      to: "run.sh"
    )
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    expect(try record(words), status: 65, "(--follow records the programs that it runs)")
    let run = try BuiltCommand(
      script: "$optrace record --follow -o t-%p.optrace \(words)",
      in: folder
    )
    #expect(run.errors.contains("; 1 child recorded in t-"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(try folder.names().count { $0.hasSuffix(".optrace") } == 1)
  }

  @Test
  func aPathIsShownInTheLocalesCharactersAndAsAShellTakesIt() throws {
    let run = try BuiltCommand(
      "record",
      "-o",
      "ä b.optrace",
      RecordedProgram.path,
      "work",
      in: folder
    )
    #expect(run.errors.contains("recorded in ä b.optrace;"), "\(run.errors)")
    #expect(run.errors.contains("`optrace diagnose 'ä b.optrace'`"), "\(run.errors)")
    let plain = try BuiltCommand(
      "record",
      "-o",
      "ä.optrace",
      RecordedProgram.path,
      "work",
      in: folder,
      environment: ["LANG": "C"]
    )
    #expect(plain.errors.contains("recorded in \\u{E4}.optrace;"), "\(plain.errors)")
  }

  @Test
  func aFileThatAProgramRecordsIntoIsRefused() throws {
    let run = try RunningCommand(
      ["record", "-q", "-o", "t.optrace", RecordedProgram.path, "hang"],
      in: folder,
      variables: ["OPTRACE_PRELOAD": ""]
    )
    let program = try #require(run.wait(for: "ready ").flatMap { Int32($0) })
    let size = try folder.read("t.optrace").count
    let second = try BuiltCommand(
      "record",
      "-o",
      "t.optrace",
      RecordedProgram.path,
      "work",
      in: folder
    )
    #expect(second.status == 74)
    #expect(second.errors.contains("process \(program) is recording into t.optrace; name another"))
    #expect(try folder.read("t.optrace").count == size)
    kill(program, SIGKILL)
    _ = run.end()
    let third = try BuiltCommand(
      "record",
      "-o",
      "t.optrace",
      RecordedProgram.path,
      "work",
      in: folder
    )
    #expect(third.status == 0, "\(third.errors)")
  }

  @Test
  func aProgramThatNeedsNoLoaderIsNotRunToAskIt() throws {
    let standalone = try RecordedProgram.standalone.get()
    expect(try record(standalone), status: 65, "standalone does not load Foundation")
    #expect(try record("--force \(standalone)").status == 6)
  }

  @Test
  func aLibraryOfAnotherSwiftIsNotLoaded() throws {
    let library = try RecordedProgram.unsuitableLibrary.get()
    expect(
      try record("\(RecordedProgram.path) exit 3", library: library),
      status: 65,
      "tracing-recorded runs with another Swift than optrace was built with: of_no_library is missing"
    )
    #expect(try record("--force \(RecordedProgram.path) exit 3", library: library).status == 3)
  }

  @Test
  func aLibraryThatIsNotThereIsTold() throws {
    let run = try record("\(RecordedProgram.path) exit 3", library: "/no/lib.so")
    expect(run, status: 66, "can't trace: OPTRACE_PRELOAD is /no/lib.so, and no file is there")
    let spaced = try folder.write([], to: "a b.so")
    expect(
      try record("\(RecordedProgram.path) exit 3", library: "'\(spaced)'"),
      status: 66,
      "which LD_PRELOAD can't hold"
    )
  }

  @Test(arguments: [
    ("-o notes.txt", 74, "notes.txt is there and is no trace"), ("-o .", 74, "Is a directory"),
    ("-o no/such/x", 74, "make the folder first: mkdir -p no/such"),
    ("-o /dev/null", 74, "it is no regular file"),
  ])
  func whatIsNoTraceIsNotOverwritten(words: String, status: Int32, message: String) throws {
    _ = try folder.write(Array("notes".utf8), to: "notes.txt")
    expect(try record("\(words) \(RecordedProgram.path) exit 3"), status: status, message)
    #expect(try folder.read("notes.txt") == Array("notes".utf8))
  }

  @Test
  func aBrokenSettingsFileIsToldBeforeTheProgramRuns() throws {
    _ = try folder.write(Array("{".utf8), to: "optrace.json")
    expect(try record("\(RecordedProgram.path) exit 3"), status: 65, "it is not JSON")
  }
}
#endif
