import Foundation
import Testing
import TraceEvents
import TraceTestSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What `optrace watch` does to a terminal, and that it gives it back.
struct WatchTerminalTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(
      TraceScript.stuckRun().log(endMs: 500).fileBytes(),
      to: "stuck.optrace"
    )
  }

  private static let take = "\u{1B}[?1049h\u{1B}[?25l"
  private static let give = "\u{1B}[?25h\u{1B}[?1049l"

  private func watch(columns: UInt16 = 80, rows: UInt16 = 24) throws -> InteractiveTerminal {
    let terminal = try InteractiveTerminal(
      ["watch", path],
      environment: ["LANG": "C.UTF-8", "TERM": "xterm"],
      columns: columns,
      rows: rows
    )
    try terminal.read(until: "3 stalled")
    #expect(terminal.shown.hasPrefix(Self.take))
    #expect(!terminal.echoes && !terminal.readsLines)
    return terminal
  }

  private func expectGivenBack(_ terminal: InteractiveTerminal) throws {
    try terminal.readToEnd()
    #expect(terminal.shown.hasSuffix(Self.give), "\(terminal.shown.suffix(60).debugDescription)")
    #expect(terminal.shown.components(separatedBy: Self.give).count == 2)
    #expect(terminal.echoes && terminal.readsLines)
  }

  @Test
  func aKeyQuits() throws {
    let terminal = try watch()
    terminal.type("q")
    try expectGivenBack(terminal)
    #expect(terminal.status == 0)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func aSignalEndsItWithTheTerminalAsItWas(number: Int32) throws {
    let terminal = try watch()
    terminal.send(number)
    try expectGivenBack(terminal)
    #expect(terminal.status == -number)
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGFPE, SIGTRAP])
  func aCrashLeavesTheTerminalAsItWas(number: Int32) throws {
    let terminal = try watch()
    terminal.send(number)
    try expectGivenBack(terminal)
    #expect(terminal.status == -number)
  }

  @Test
  func anotherSizeIsDrawnAnew() throws {
    let terminal = try watch(columns: 80, rows: 24)
    terminal.resize(columns: 40, rows: 10)
    try terminal.read(until: "\u{1B}[10;1H")
    terminal.resize(columns: 100, rows: 30)
    try terminal.read(until: "\u{1B}[30;1H")
    terminal.type("q")
    try expectGivenBack(terminal)
  }

  @Test
  func keysReachTheView() throws {
    let terminal = try watch()
    terminal.type("\r")
    try terminal.read(until: "down to the root")
    terminal.type("\u{1B}")
    try terminal.read(until: "q quit")
    terminal.type("?")
    try terminal.read(until: "Keys")
    terminal.type("qq")
    try expectGivenBack(terminal)
  }

  @Test
  func coloursAreLeftOutWhereNobodyWantsThem() throws {
    let terminal = try InteractiveTerminal(
      ["watch", path, "--no-color"],
      environment: ["LANG": "C.UTF-8", "TERM": "xterm"],
      columns: 80,
      rows: 24
    )
    try terminal.read(until: "3 stalled")
    terminal.type("q")
    try terminal.readToEnd()
    #expect(!terminal.shown.contains(/\u{1B}\[[1-9][0-9;]*m/))
  }
}

#if os(Linux)
/// A program that `optrace watch` runs itself.
struct WatchProgramTests {
  @Test
  func withoutATerminalItTellsOfAProgramUntilItEnds() throws {
    let folder = try TemporaryFolder()
    let program = TestProgram.url(of: "sample-faults").path
    let run = try BuiltCommand(
      script: "$optrace watch -o run.optrace -- \(program) never-finished right; echo $?",
      in: folder
    )
    let lines = run.text.split(separator: "\n")
    #expect(lines.last == "0")
    #expect(lines.dropLast().last?.hasSuffix("; ended") == true, "\(run.text)")
    #expect(
      run.errors.hasSuffix(
        "optrace: the program ended with status 0; its trace is run.optrace, its output run.optrace.out\n"
      ),
      "\(run.errors)"
    )
    #expect(
      try folder.names().filter { $0.hasPrefix("run") } == ["run.optrace", "run.optrace.out"]
    )
  }

  @Test
  func aProgramThatCanNotBeRunIsOneError() throws {
    let folder = try TemporaryFolder()
    let run = try BuiltCommand("watch", "--", "/nowhere/program", in: folder)
    #expect(run.status == 127)
    #expect(run.errors.split(separator: "\n").count == 1)
    let both = try BuiltCommand("watch", "a.optrace", "--", "/bin/true", in: folder)
    #expect(both.status == 64)
    let misplaced = try BuiltCommand("watch", "--keep", "1MiB", "a.optrace", in: folder)
    #expect(misplaced.status == 64)
    #expect(
      misplaced.errors.contains("--keep is for a program: optrace watch --keep HOW-MUCH -- PROGRAM")
    )
    let wrong = try BuiltCommand("watch", "--keep", "1", "--", "/bin/true", in: folder)
    #expect(wrong.status == 64)
  }

  /// A large trace of another process takes long to read, and a program may be over before that.
  @Test
  func anOlderTraceIsNotTakenForThatOfTheProgram() throws {
    let folder = try TemporaryFolder()
    let older = TraceScript.longRun(operations: 20_000).log(endMs: 30_000).fileBytes()
    _ = try folder.write(older, to: "run.optrace")
    let program = TestProgram.url(of: "sample-faults").path
    let run = try BuiltCommand(
      script: "$optrace watch -o run.optrace -- \(program) never-finished right",
      in: folder
    )
    let ends = run.text.split(separator: "\n").filter { $0.hasSuffix("; ended") }
    #expect(ends.count == 1, "\(run.text)\(run.errors)")
    #expect(!run.text.contains("killed or crashed"))
    #expect(!run.errors.contains("recorded nothing"))
  }

  /// The options of `optrace record` mean the same.
  @Test
  func theRecordingIsAsItIsAskedFor() throws {
    let folder = try TemporaryFolder()
    let program = TestProgram.url(of: "sample-faults").path
    let run = try BuiltCommand(
      script:
        "$optrace watch --keep 2MiB --follow -o run.optrace -- \(program) never-finished right",
      in: folder
    )
    let names = try folder.names().filter { $0.hasPrefix("run-") && $0.hasSuffix(".optrace") }
    #expect(names.count == 1, "\(run.errors)")
    let size = try folder.read(names.first ?? "").count
    #expect(((2 << 20) - 16_384...2 << 20).contains(size))
  }

  /// Who ends both from the terminal is told where the trace is.
  @Test
  func aSignalThatEndsBothLeavesWordWhereTheTraceIs() throws {
    let folder = try TemporaryFolder()
    let terminal = try InteractiveTerminal(
      [
        "watch", "-o", folder.file("run.optrace"), "--",
        TestProgram.url(of: "sample-faults").path, "never-finished", "wrong",
      ],
      environment: ["LANG": "C.UTF-8", "TERM": "xterm"],
      columns: 200,
      rows: 24
    )
    try terminal.read(until: "executing")
    terminal.send(SIGINT)
    try terminal.readToEnd()
    #expect(terminal.status == -SIGINT)
    let text = terminal.shown.suffix(400)
    #expect(
      text.contains("optrace: the program's trace is \(folder.file("run.optrace")), its output ")
    )
    #expect(terminal.echoes && terminal.readsLines)
    kill(pid_t(try EventLog(path: folder.file("run.optrace")).header.processID), SIGKILL)
  }

  /// Where there is no terminal, what is sent is passed on.
  @Test
  func aSignalReachesTheProgramWithoutATerminal() throws {
    let folder = try TemporaryFolder()
    let program = TestProgram.url(of: "sample-faults").path
    let run = try RunningCommand(
      ["watch", "-o", "run.optrace", "--", program, "never-finished", "wrong"],
      in: folder
    )
    while (try? EventLog(path: folder.file("run.optrace")))?.events.isEmpty ?? true {
      usleep(10_000)
    }
    run.send(SIGTERM)
    #expect(run.end() == -SIGTERM)
    let errors = String(decoding: try folder.read("errors"), as: UTF8.self)
    #expect(errors.contains("was ended by signal 15; its trace is run.optrace"), "\(errors)")
  }
}
#endif
