import OptraceCommands
import Testing

struct ArgumentReaderTests {
  private let usage = CommandUsage(
    name: "paint",
    summary: "Paint a wall",
    operands: [
      CommandOperand("WALL", help: "the wall"),
      CommandOperand("COLOR", help: "its colour", isRequired: false),
    ],
    options: [
      CommandOption("coats", letter: "c", placeholder: "N", help: "how often"),
      CommandOption("dry", help: "wait until it is dry"),
      CommandOption("tool", letter: "t", placeholder: "TOOL", isRepeatable: true, help: "by what"),
      CommandOption("glossy", help: "let it shine"),
      CommandOption("finish", placeholder: "F", help: "let it look like that"),
      CommandOption(
        "walls",
        placeholder: "WALL...",
        takesSeveral: true,
        replacesOperands: true,
        help: "several walls"
      ),
      CommandOption("colors", replacesOperands: true, help: "list the colours"),
    ],
    choices: [["glossy", "finish"]],
    examples: []
  )

  private func read(_ arguments: [String]) throws(ArgumentError) -> ParsedArguments {
    try ArgumentReader.read(arguments, for: usage)
  }

  @Test(arguments: [
    ["wall", "--coats", "2"], ["wall", "--coats=2"], ["--coats=2", "wall"], ["-c", "2", "wall"],
    ["wall", "-c2"], ["wall", "-c=2"], ["-c", "2", "--", "wall"],
  ])
  func aValueMayStandBehindOrBeside(arguments: [String]) throws {
    let parsed = try read(arguments)
    #expect(parsed.operands == ["wall"])
    #expect(parsed.values == ["coats": "2"])
    #expect(parsed.flags.isEmpty)
  }

  @Test
  func flagsMayBeRepeated() throws {
    #expect(try read(["--dry", "wall", "--dry"]).flags == ["dry"])
  }

  @Test
  func someOptionsMayBeRepeated() throws {
    let parsed = try read(["--tool", "brush", "wall", "-troll", "--tool=brush"])
    #expect(parsed.lists == ["tool": ["brush", "roll", "brush"]])
    #expect(parsed.values.isEmpty)
    #expect(parsed.operands == ["wall"])
  }

  @Test
  func someOptionsTakeAllUpToTheNextOne() throws {
    let parsed = try read(["--walls", "north", "-", "east", "--dry", "--walls=south", "west"])
    #expect(parsed.lists == ["walls": ["north", "-", "east", "south", "west"]])
    #expect(parsed.flags == ["dry"])
    #expect(parsed.operands.isEmpty)
    let error = #expect(throws: ArgumentError.self) { try read(["wall\u{1B}", "--walls", "a"]) }
    #expect(
      error?.description == """
        'wall\\u{1B}' can't stand beside --walls: give WALL and COLOR either by position, or by --walls
        """
    )
    #expect(throws: ArgumentError.missingValue(usage.options[5], spelling: "--walls")) {
      try read(["--walls", "--dry"])
    }
  }

  @Test
  func someOptionsStandInForTheOperands() throws {
    #expect(try read(["--colors"]).flags == ["colors"])
    #expect(try read(["--colors", "--dry"]).operands.isEmpty)
  }

  @Test
  func ofAChoiceOneMayBeGiven() throws {
    #expect(try read(["wall", "--glossy", "--glossy"]).flags == ["glossy"])
    #expect(try read(["wall", "--finish", "matt"]).values == ["finish": "matt"])
  }

  @Test
  func aSingleDashIsAnOperandAndAValue() throws {
    #expect(try read(["-", "-c", "-"]).operands == ["-"])
    #expect(try read(["-", "-c", "-"]).values == ["coats": "-"])
  }

  @Test
  func behindTwoDashesEverythingIsAnOperand() throws {
    #expect(try read(["--", "--dry", "-h"]).operands == ["--dry", "-h"])
    #expect(try read(["--", "--"]).operands == ["--"])
  }

  @Test(arguments: [["-h"], ["--help"], ["--wrong", "--help"], ["a", "b", "c", "-h"]])
  func helpNeedsNothingElseToBeRight(arguments: [String]) throws {
    #expect(try read(arguments).wantsHelp)
  }

  @Test
  func valuesAreTakenAsTheyAre() throws {
    #expect(try read(["w", "--coats=a=b"]).values == ["coats": "a=b"])
    #expect(try read(["w", "--coats", "très"]).values == ["coats": "très"])
  }

  @Test(arguments: [
    (["wall", "--coast", "2"], "there is no option '--coast'; did you mean --coats?"),
    (["wall", "-dry"], "there is no option '-dry'; did you mean --dry?"),
    (["wall", "-x"], "there is no option '-x'"),
    (["wall", "--zebra=1"], "there is no option '--zebra'"),
    (["wall", "--\u{1B}[2J"], "there is no option '--\\u{1B}[2J'"),
    (["wall", "--coats"], "--coats needs a value: --coats N"),
    (["wall", "--coats="], "--coats needs a value: --coats N"),
    (["wall", "--coats", "--dry"], "--coats needs a value: --coats N"),
    (["wall", "-c"], "-c needs a value: -c N"),
    (
      ["wall", "--finish=matt", "--glossy"],
      "--glossy and --finish exclude one another; leave one of them out"
    ),
    (["--colors", "wall"], "there is one argument too many: 'wall'"),
    (["--dry"], "WALL is missing"),
    (["wall", "--tool"], "--tool needs a value: --tool TOOL"),
    (["wall", "--dry=yes"], "--dry takes no value, and was given 'yes'"),
    (["wall", "-c1", "--coats=2"], "--coats is given twice; leave one of them out"),
    ([], "WALL is missing"),
    (["a", "b", "c"], "there is one argument too many: 'c'"),
  ])
  func mistakesAreNamed(arguments: [String], words: String) {
    let error = #expect(throws: ArgumentError.self) { try read(arguments) }
    #expect(error?.description == words)
  }

  @Test
  func aValueThatIsWrongIsShownSafely() {
    let error = ArgumentError.invalidValue("--coats", value: "a\nb", expected: "a number")
    #expect(error.description == "--coats must be a number, not 'a\\nb'")
  }

  @Test
  func theSynopsisNamesEverything() {
    #expect(
      usage.synopsis
        == "optrace paint WALL [COLOR] [-c N] [--dry] [-t TOOL]... [--glossy | --finish F] "
        + "[--walls WALL...] [--colors]"
    )
  }
}
