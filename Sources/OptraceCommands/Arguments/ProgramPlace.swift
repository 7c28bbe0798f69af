/// Where a program to run, with its own arguments, begins in the arguments of a command.
///
/// What stands there belongs to the program: it is not read, and need not be text.
package enum ProgramPlace: Hashable, Sendable {
  /// Behind `--`, or with the first word that is no option.
  case firstWord
  /// Behind `--` only; what stands before it are operands.
  case behindDashes

  /// How a program stands in a synopsis.
  static let synopsis = "PROGRAM [ARGUMENT]..."

  /// The position of the program; nil when there is none.
  func position(in arguments: [String], options: [CommandOption]) -> Int? {
    var position = 0
    while position < arguments.count {
      let argument = arguments[position]
      if argument == "--" {
        return position + 1 < arguments.count ? position + 1 : nil
      }
      if argument == "-" || !argument.hasPrefix("-") {
        if self == .firstWord { return position }
      } else if Self.takesNext(argument, options), position + 1 < arguments.count {
        let next = arguments[position + 1]
        if next == "-" || !next.hasPrefix("-") { position += 1 }
      }
      position += 1
    }
    return nil
  }

  /// Whether an option's value stands in the argument behind it.
  private static func takesNext(_ argument: String, _ options: [CommandOption]) -> Bool {
    let option = options.first { option in
      argument == "--\(option.name)" || option.letter.map { argument == "-\($0)" } ?? false
    }
    return option?.placeholder != nil
  }
}

extension CommandOperand {
  /// The program that a command runs.
  static let program = CommandOperand(
    "PROGRAM",
    help: "the program to run; without a slash it is looked for in PATH"
  )

  /// The arguments of the program that a command runs.
  static let programArguments = CommandOperand(
    "ARGUMENT",
    help: "what the program is given; nothing behind PROGRAM is taken for an option of optrace"
  )
}
