import Foundation
import Testing
import TraceTestSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

#if os(Linux)
/// Signals on both sides of `optrace record`, from processes and from a terminal.
@Suite(.timeLimit(.minutes(2)))
struct RecordSignalTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func signals() throws -> RunningCommand {
    try RunningCommand(
      ["record", "-q", "-o", "t.optrace", RecordedProgram.path, "signals"],
      in: folder
    )
  }

  /// The letter by which the system tells the state of a process.
  private func state(of process: Int32) throws -> Substring {
    guard FileManager.default.fileExists(atPath: "/proc/\(process)/stat") else { return "X" }
    let line = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return line.split(separator: ") ").last?.prefix(1) ?? ""
  }

  @Test
  func whatIsSentToTheCommandReachesTheProgram() throws {
    let run = try signals()
    #expect(run.wait(for: "ready") != nil)
    // Who is not stopped is not continued: a shell has told the program by itself.
    run.send(SIGCONT)
    for signal in [SIGTERM, SIGHUP, SIGINT, SIGUSR1, SIGUSR2, SIGWINCH] {
      run.send(signal)
      #expect(run.wait(for: "signal \(signal)\n") != nil)
    }
    run.send(SIGQUIT)
    #expect(run.end() == 7)
    // Each once.
    #expect(run.text.split(separator: "\n").count == 8)
  }

  @Test(arguments: [SIGTERM, SIGKILL, SIGINT, SIGABRT])
  func theCommandEndsAsTheProgramIsEnded(signal: Int32) throws {
    let run = try RunningCommand(
      ["record", "-q", "-o", "t.optrace", RecordedProgram.path, "hang"],
      in: folder
    )
    let program = run.wait(for: "ready ").flatMap { Int32($0) }
    kill(try #require(program), signal)
    #expect(run.end() == -signal)
    #expect(try !folder.names().contains { $0.contains("core") })
  }

  @Test
  func theProgramOutlivesTheCommand() throws {
    let run = try signals()
    let program = try #require(run.wait(for: "ready ").flatMap { Int32($0) })
    run.send(SIGKILL)
    // Foundation takes it to run as long as a child of its does.
    let command = run.process.processIdentifier
    while try !["Z", "X"].contains(state(of: command)) { usleep(1_000) }
    kill(program, SIGUSR1)
    #expect(run.wait(for: "signal \(SIGUSR1)\n") != nil)
    kill(program, SIGQUIT)
    _ = run.end()
  }

  @Test
  func keysReachTheProgramOnce() throws {
    let run = try RunningCommand(
      inTerminal: "stty -echo; exec $optrace record -q -o t.optrace $program signals",
      in: folder
    )
    #expect(run.wait(for: "ready") != nil)
    run.type("\u{3}")
    #expect(run.wait(for: "signal 2\n") != nil)
    run.type("\u{1C}")
    #expect(run.end() == 7)
    let told = run.text.split(separator: "\n").filter { $0.hasPrefix("signal") }
    #expect(told == ["signal 2", "signal 3"])
  }

  @Test
  func keysReachAProgramThatHasLeftTheGroup() throws {
    let run = try RunningCommand(
      inTerminal: """
        stty -echo; exec $optrace record -q --follow -o t-%p.optrace timeout 60 $program signals
        """,
      in: folder
    )
    #expect(run.wait(for: "ready") != nil)
    run.type("\u{3}")
    #expect(run.wait(for: "signal 2\n") != nil)
    run.type("\u{1C}")
    #expect(run.end() == 7)
  }

  @Test
  func ctrlCEndsAProgramThatDoesNotMindItAndTheCommandWithIt() throws {
    let run = try RunningCommand(
      inTerminal:
        "stty -echo; trap : INT; $optrace record -q -o t.optrace $program hang; echo end $?",
      in: folder
    )
    #expect(run.wait(for: "ready") != nil)
    run.type("\u{3}")
    #expect(run.wait(for: "end") == " \(128 + SIGINT)")
  }

  @Test
  func aTerminalStopsAndContinuesBoth() throws {
    let script = """
      stty -echo; set -m; $optrace record -q -o t.optrace $program signals; echo stopped $?; \
      fg >/dev/null; echo ended $?
      """
    let run = try RunningCommand(inTerminal: script, in: folder)
    #expect(run.wait(for: "ready") != nil)
    run.type("\u{1A}")
    #expect(run.wait(for: "stopped") == " \(128 + SIGSTOP)")
    // Before that the shell has the terminal.
    #expect(run.wait(for: "signal \(SIGCONT)\n") != nil)
    run.type("\u{3}")
    #expect(run.wait(for: "signal 2\n") != nil)
    run.type("\u{1C}")
    #expect(run.wait(for: "ended") == " 7")
    #expect(run.text.split(separator: "\n").count { $0 == "signal \(SIGCONT)" } == 1)
  }

  @Test
  func whoIsContinuedAloneContinuesTheProgram() throws {
    let run = try signals()
    let program = try #require(run.wait(for: "ready ").flatMap { Int32($0) })
    kill(program, SIGSTOP)
    while try state(of: program) != "T" { usleep(1_000) }
    run.send(SIGUSR1)
    run.send(SIGCONT)
    #expect(run.wait(for: "signal \(SIGUSR1)\n") != nil)
    run.send(SIGQUIT)
    #expect(run.end() == 7)
  }
}
#endif
