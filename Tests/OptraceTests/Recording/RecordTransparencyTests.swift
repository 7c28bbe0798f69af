import Foundation
import Testing
import TraceTestSupport

#if os(Linux)
/// A program under `optrace record` is given what it is given without, and gives back the same.
struct RecordTransparencyTests {
  private let folder: TemporaryFolder
  /// What stands before a program in a script to run it under the command.
  private let record: String

  init() throws {
    folder = try TemporaryFolder()
    record =
      "OPTRACE_PRELOAD=\(try RecordedProgram.idleLibrary.get()) $optrace record -q -o t.optrace --"
  }

  /// Runs a script in which `RUN` stands before the program, once without the command and once with it.
  private func both(_ script: String) throws -> (without: BuiltCommand, with: BuiltCommand) {
    let program = "program=\(RecordedProgram.path); "
    return (
      try BuiltCommand(script: program + script.replacing("RUN", with: ""), in: folder),
      try BuiltCommand(script: program + script.replacing("RUN", with: record), in: folder)
    )
  }

  @Test(arguments: [
    "RUN $program exit 0", "RUN $program exit 1", "RUN $program exit 65", "RUN $program exit 255",
    "RUN $program die 15; echo $?", "RUN $program die 9; echo $?", "RUN $program die 11; echo $?",
    "RUN $program die 6; echo $?", "RUN $program die 1; echo $?", "RUN $program die 10; echo $?",
    "RUN $program arguments -- --help -o x '' ' ' -- $'\\n'",
    "RUN $program arguments $'\\xff\\xfe' $'caf\\xe9' é",
    "cp $program $'./odd \\xff'; RUN $'./odd \\xff' arguments",
    "PATH=$(dirname $program):$PATH; RUN tracing-recorded arguments",
    "cd /; ln -sf $program /tmp/optrace-link.$$; OLD=$$; RUN /tmp/optrace-link.$OLD exit 9",
    "head -c 3000000 /dev/urandom > bytes 2>/dev/null; RUN $program copy < bytes | cmp - bytes",
    "printf 'a\\0b\\377' | RUN $program copy | od -c",
    "yes | head -c 20000000 | RUN $program copy | tail -c 3",
    "RUN $program copy <&-; echo $?", "RUN $program state <&- >out 2>&1; grep descriptor out",
    "RUN $program state 2>/dev/null", "trap '' HUP PIPE USR1; RUN $program state 2>/dev/null",
    "RUN $program exit 4 >&-", "RUN $program exit 4 2>&-", "RUN $program exit 4 <&- >&- 2>&-",
    "exec 7</dev/null; RUN $program state 2>/dev/null",
  ])
  func nothingIsChanged(script: String) throws {
    let (without, with) = try both(script)
    #expect(with.status == without.status)
    #expect(with.output == without.output)
    let others = with.errors.split(separator: "\n").filter {
      !$0.hasPrefix("optrace: nothing was recorded: ")
    }
    // A shell that a signal ended its program of says so, with the line of the script.
    #expect(others.isEmpty == without.errors.isEmpty)
  }

  @Test
  func aSignalThatIsIgnoredFromTheStartStaysIgnored() throws {
    // Set before the command is there, and seen by the program: CHLD is the one that the command itself needs.
    let script =
      "python3 -c 'import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_IGN); "
      + "os.execvp(sys.argv[1], sys.argv[1:])' RUN $program state 2>/dev/null | grep Sig"
    let program =
      "program=\(RecordedProgram.path); export OPTRACE_PRELOAD=\(try RecordedProgram.idleLibrary.get()); "
    let with = script.replacing("RUN", with: "$optrace record -q -o t.optrace --")
    let without = script.replacing("RUN", with: "")
    let runs = (
      try BuiltCommand(script: program + without, in: folder),
      try BuiltCommand(script: program + with, in: folder)
    )
    let ignored = runs.0.text.split(separator: "\n").last?.split(separator: "\t").last ?? ""
    #expect((UInt64(ignored, radix: 16) ?? 0) & 1 << (17 - 1) != 0)
    #expect(runs.1.output == runs.0.output)
  }

  @Test
  func theEnvironmentKeepsWhatIsInIt() throws {
    let plain = try RecordedProgram.idleLibrary.get()
    let script = """
      export ODD=$'caf\\xe9' LD_PRELOAD=\(plain); \
      OPTRACE_PRELOAD=\(plain) $optrace record -q --force -o t.optrace -- /usr/bin/env
      """
    let run = try BuiltCommand(script: script, in: folder)
    #expect(run.status == 0)
    #expect(run.output.split(separator: 10).contains(Array("ODD=caf".utf8)[...] + [0xE9]))
    #expect(run.text.contains("LD_PRELOAD=\(plain):\(plain)\n"))
    #expect(run.text.contains("OPTRACE_FILE=t.optrace\n"))
  }
}
#endif
