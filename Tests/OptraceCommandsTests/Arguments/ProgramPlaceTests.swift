import OptraceCommands
import Testing

/// Where a program to run begins, and that nothing of it is read.
struct ProgramPlaceTests {
  private func usage(_ program: ProgramPlace) -> CommandUsage {
    CommandUsage(
      name: "play",
      summary: "Play a program",
      operands: program == .behindDashes ? [CommandOperand("TAPE", help: "or a tape")] : [],
      program: program,
      options: [
        CommandOption("output", letter: "o", placeholder: "FILE", help: "to where"),
        CommandOption("loud", letter: "l", help: "louder"),
      ],
      examples: []
    )
  }

  @Test(arguments: [
    (["prog"], 0), (["--", "prog"], 1), (["-o", "x", "prog"], 2), (["-ox", "prog"], 1),
    (["--output", "x", "prog"], 2), (["--output=x", "prog"], 1), (["-l", "prog"], 1),
    (["--loud", "--", "prog"], 2), (["prog", "-o", "x", "--", "--help"], 0),
    (["--", "--loud"], 1), (["-o", "-", "prog"], 2), (["--", "--", "x"], 1), (["-"], 0),
  ])
  func theFirstWordThatIsNoOptionBeginsIt(arguments: [String], position: Int) throws {
    let parsed = try ArgumentReader.read(arguments, for: usage(.firstWord))
    #expect(parsed.programPosition == position)
    #expect(parsed.operands.isEmpty)
    #expect(!parsed.wantsHelp)
    let words = arguments[..<position]
    #expect(parsed.flags == (words.contains { ["-l", "--loud"].contains($0) } ? ["loud"] : []))
    #expect(
      (parsed.values["output"] != nil) == words.contains { $0.contains("o") && $0 != "--loud" }
    )
  }

  @Test(arguments: [[], ["--"], ["-l"], ["-o", "x"]])
  func withoutOneItIsMissed(arguments: [String]) throws {
    let error = #expect(throws: ArgumentError.self) {
      try ArgumentReader.read(arguments, for: usage(.firstWord))
    }
    #expect(error?.description == "PROGRAM is missing")
  }

  @Test
  func helpBeforeItIsOurs() throws {
    #expect(try ArgumentReader.read(["--help", "prog"], for: usage(.firstWord)).wantsHelp)
    #expect(try !ArgumentReader.read(["prog", "--help"], for: usage(.firstWord)).wantsHelp)
  }

  @Test
  func elsewhereItNeedsTheDashes() throws {
    let tape = try ArgumentReader.read(["tape", "-l"], for: usage(.behindDashes))
    #expect(tape.programPosition == nil)
    #expect(tape.operands == ["tape"])
    let program = try ArgumentReader.read(["-l", "--", "prog", "-x"], for: usage(.behindDashes))
    #expect(program.programPosition == 2)
    #expect(program.operands.isEmpty)
    #expect(usage(.behindDashes).synopsis.hasSuffix("[-l] TAPE | -- PROGRAM [ARGUMENT]..."))
  }

  @Test
  func whatIsNotTextIsRefusedOnlyBeforeIt() {
    func run(_ arguments: [[UInt8]]) -> String {
      let errors = Collected()
      let environment = CommandEnvironment(
        arguments: arguments.map { String(decoding: $0, as: UTF8.self) },
        argumentBytes: arguments,
        output: Collected().sink,
        errors: errors.sink,
        readInput: { .success([]) }
      )
      _ = Optrace.run(in: environment)
      return errors.text
    }
    let odd: [UInt8] = [0xFF]
    #expect(run([Array("diagnose".utf8), odd]).hasPrefix("optrace: argument 2 is not UTF-8"))
    #expect(run([odd]).hasPrefix("optrace: argument 1 is not UTF-8"))
    let record = Array("record".utf8)
    #expect(run([record, Array("-o".utf8), odd]).hasPrefix("optrace: argument 3 is not UTF-8"))
    #expect(!run([record, Array("/no/such".utf8), odd]).contains("is not UTF-8"))
    #expect(!run([record, odd]).contains("is not UTF-8"))
  }
}
