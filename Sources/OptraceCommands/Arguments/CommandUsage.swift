/// What a command takes: its arguments are read by it, and its help is made from it.
package struct CommandUsage: Hashable, Sendable {
  /// The word that chooses the command.
  package var name: String

  /// What it does, in one line of the list of commands.
  package var summary: String

  /// What stands without a dash, in order; only the last ones may be left out.
  package var operands: [CommandOperand]

  /// Where a program to run begins; nil for a command that runs none.
  package var program: ProgramPlace?

  /// What stands with a dash, apart from `--help`, which every command has.
  package var options: [CommandOption]

  /// Names of options that exclude one another, a list for each such choice.
  package var choices: [[String]]

  /// What else there is to know, a paragraph each.
  package var discussion: [String]

  /// Command lines to start from.
  package var examples: [CommandExample]

  /// Words that people try for it; only to say what they should have typed.
  package var synonyms: [String]

  /// Makes a usage.
  package init(
    name: String,
    summary: String,
    operands: [CommandOperand] = [],
    program: ProgramPlace? = nil,
    options: [CommandOption] = [],
    choices: [[String]] = [],
    discussion: [String] = [],
    examples: [CommandExample],
    synonyms: [String] = []
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.program = program
    self.options = options
    self.choices = choices
    self.discussion = discussion
    self.examples = examples
    self.synonyms = synonyms
  }

  /// The options with `--help`.
  package var allOptions: [CommandOption] {
    options + [.help]
  }

  /// How it is called, such as "optrace timeline FILE [--events] [--width N]".
  package var synopsis: String {
    synopsisParts.joined(separator: " ")
  }

  /// What the synopsis is made of; no line is broken within one of them.
  package var synopsisParts: [String] {
    let operands = operands.map { $0.isRequired ? $0.placeholder : "[\($0.placeholder)]" }
    switch program {
    case nil: return ["optrace", name] + operands + optionParts
    case .firstWord: return ["optrace", name] + optionParts + ["[--]", ProgramPlace.synopsis]
    case .behindDashes:
      let choice = (operands + ["-- \(ProgramPlace.synopsis)"]).joined(separator: " | ")
      return ["optrace", name] + optionParts + [choice]
    }
  }

  /// The options in the synopsis, such as "[--width N]", "[--tool NAME]..." or "[--red | --blue]".
  private var optionParts: [String] {
    var told: Set<String> = []
    return options.compactMap { option in
      guard !told.contains(option.name) else { return nil }
      let names = choices.first { $0.contains(option.name) } ?? [option.name]
      told.formUnion(names)
      let spellings = options.filter { names.contains($0.name) }.map(\.shortestSpelling)
      return "[\(spellings.joined(separator: " | "))]" + (option.isRepeatable ? "..." : "")
    }
  }
}

/// An argument that is told by its place.
package struct CommandOperand: Hashable, Sendable {
  /// What stands for it in the help, such as "FILE".
  package var placeholder: String

  /// What it is.
  package var help: String

  /// Whether it must be there.
  package var isRequired: Bool

  /// Whether it may be a dash and a number, such as "-2s".
  package var mayBeginWithDash: Bool

  /// Makes an operand.
  package init(
    _ placeholder: String,
    help: String,
    isRequired: Bool = true,
    mayBeginWithDash: Bool = false
  ) {
    self.placeholder = placeholder
    self.help = help
    self.isRequired = isRequired
    self.mayBeginWithDash = mayBeginWithDash
  }

  /// The trace that most commands read.
  package static let trace = CommandOperand(
    "FILE",
    help: "the trace; - reads it from standard input"
  )
}

/// An argument that is told by its name.
package struct CommandOption: Hashable, Sendable {
  /// Its name without the two dashes.
  package var name: String

  /// Its letter, if it has one.
  package var letter: Character?

  /// What stands for its value in the help, such as "N"; nil for one that takes none.
  ///
  /// It takes as many values as there are words in it.
  package var placeholder: String?

  /// What it does.
  package var help: String

  /// Whether it may stand more than once, each time with a value that counts.
  package var isRepeatable: Bool

  /// Whether it takes all arguments up to the next one with a dash; it may stand more than once.
  package var takesSeveral: Bool

  /// Whether the command takes no operands where this option is given.
  package var replacesOperands: Bool

  /// Makes an option.
  package init(
    _ name: String,
    letter: Character? = nil,
    placeholder: String? = nil,
    isRepeatable: Bool = false,
    takesSeveral: Bool = false,
    replacesOperands: Bool = false,
    help: String
  ) {
    self.name = name
    self.letter = letter
    self.placeholder = placeholder
    self.isRepeatable = isRepeatable
    self.takesSeveral = takesSeveral
    self.replacesOperands = replacesOperands
    self.help = help
  }

  /// What every command and the program itself understand.
  package static let help = CommandOption("help", letter: "h", help: "show this help")

  /// What the commands understand whose answer other programs read.
  package static let json = CommandOption(
    "json",
    help: "as JSON, for other programs (docs/json.md)"
  )

  /// How it stands in the list of options, such as "-o, --output OUT".
  package var spelling: String {
    (letter.map { "-\($0), " } ?? "") + "--\(name)" + value
  }

  /// How it stands in a synopsis, such as "-o OUT".
  package var shortestSpelling: String {
    (letter.map { "-\($0)" } ?? "--\(name)") + value
  }

  /// How many values it takes.
  package var valueCount: Int {
    placeholder.map { $0.split(separator: " ").count } ?? 0
  }

  private var value: String {
    placeholder.map { " \($0)" } ?? ""
  }
}

/// A command line, and what it is for.
package struct CommandExample: Hashable, Sendable {
  /// The line.
  package var line: String

  /// What it does.
  package var meaning: String

  /// Makes an example.
  package init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}
