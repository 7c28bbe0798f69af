import TraceAnalysis

/// What a command was given.
package struct ParsedArguments: Hashable, Sendable {
  /// The arguments without a dash, in order.
  package var operands: [String] = []

  /// The values of options by the option's name.
  package var values: [String: String] = [:]

  /// The values of options that may stand more than once or take several, in order, by the option's name.
  package var lists: [String: [String]] = [:]

  /// The names of the options without a value that were given.
  package var flags: Set<String> = []

  /// The position of a program to run among the arguments; what stands from there on is the program's.
  package var programPosition: Int?

  /// Makes arguments of a command that was given none.
  package init() {}

  /// Whether help was asked for.
  package var wantsHelp: Bool {
    flags.contains(CommandOption.help.name)
  }
}

/// Reads the arguments of one command.
///
/// Options may stand before, between and behind operands; `--width 80` and `--width=80`, `-o OUT` and `-oOUT` are the
/// same. What stands behind `--` is an operand, whatever it looks like, and so is a single dash. Of a command that runs a
/// program, what belongs to the program is left as it is.
package struct ArgumentReader {
  private let usage: CommandUsage
  private var arguments: ArraySlice<String>
  private var parsed = ParsedArguments()

  /// Reads what stands behind the command's name.
  ///
  /// A command that is asked for help needs nothing else to be right.
  ///
  /// - Throws: The first mistake from the left.
  package static func read(
    _ arguments: some Sequence<String>,
    for usage: CommandUsage
  ) throws(ArgumentError) -> ParsedArguments {
    var arguments = Array(arguments)
    let programPosition = usage.program?.position(in: arguments, options: usage.allOptions)
    if let programPosition { arguments.removeSubrange(programPosition...) }
    let beforeDashes = arguments.prefix { $0 != "--" }
    if beforeDashes.contains("--help") || beforeDashes.contains("-h") {
      var parsed = ParsedArguments()
      parsed.flags.insert(CommandOption.help.name)
      return parsed
    }
    var reader = ArgumentReader(usage: usage, arguments: arguments[...])
    reader.parsed.programPosition = programPosition
    try reader.readAll()
    return reader.parsed
  }

  private mutating func readAll() throws(ArgumentError) {
    while let argument = arguments.popFirst() {
      if argument == "--" {
        for operand in arguments { try add(operand: operand) }
        arguments = []
      } else if argument.hasPrefix("--") {
        try readOption(named: argument)
      } else if argument.hasPrefix("-"), argument != "-", !isNegative(argument) {
        try readOption(lettered: argument)
      } else {
        try add(operand: argument)
      }
    }
    try checkChoices()
    let given = usage.options.filter {
      parsed.flags.contains($0.name) || parsed.lists[$0.name] != nil
    }
    if let option = given.first(where: \.replacesOperands) {
      if let operand = parsed.operands.first { throw mistake(operand, beside: option) }
      return
    }
    if parsed.programPosition != nil { return }
    if usage.program == .firstWord { throw .missingOperand(.program) }
    let required = usage.operands.filter(\.isRequired)
    if parsed.operands.count < required.count {
      throw .missingOperand(required[parsed.operands.count])
    }
  }

  /// What is wrong with an operand beside an option that stands for operands, or that leaves nothing for them to do.
  private func mistake(_ operand: String, beside option: CommandOption) -> ArgumentError {
    guard option.takesSeveral else { return .surplusOperand(operand) }
    let ways = usage.options.filter { $0.replacesOperands && $0.takesSeveral }
    return .replacedOperand(
      operand,
      option: "--\(option.name)",
      operands: usage.operands.map(\.placeholder),
      ways: ways.map { "--\($0.name)" }
    )
  }

  /// Whether an argument is a number below zero, where one may stand.
  private func isNegative(_ argument: String) -> Bool {
    usage.operands.contains(where: \.mayBeginWithDash) && Self.isNegativeNumber(argument)
  }

  private static func isNegativeNumber(_ argument: String) -> Bool {
    argument.first == "-"
      && argument.dropFirst().first.map { $0.isASCII && ($0.isNumber || $0 == ".") } ?? false
  }

  private func checkChoices() throws(ArgumentError) {
    for names in usage.choices {
      let given = names.filter {
        parsed.flags.contains($0) || parsed.values[$0] != nil || parsed.lists[$0] != nil
      }
      if given.count > 1 { throw .exclusiveOptions("--\(given[0])", "--\(given[1])") }
    }
  }

  private mutating func add(operand: String) throws(ArgumentError) {
    guard parsed.operands.count < usage.operands.count else { throw .surplusOperand(operand) }
    parsed.operands.append(operand)
  }

  private mutating func readOption(named argument: String) throws(ArgumentError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let spelling = String(parts[0])
    guard let option = usage.allOptions.first(where: { "--\($0.name)" == spelling }) else {
      let known = usage.allOptions.map { "--\($0.name)" }
      throw .unknownOption(spelling, suggestion: Suggestion.best(for: spelling, among: known))
    }
    try add(option, value: parts.count == 2 ? String(parts[1]) : nil, spelling: spelling)
  }

  private mutating func readOption(lettered argument: String) throws(ArgumentError) {
    let letter = argument[argument.index(after: argument.startIndex)]
    let spelling = "-\(letter)"
    guard let option = usage.allOptions.first(where: { $0.letter == letter }) else {
      // "-json" is meant as "--json".
      let (known, dashed) = (usage.allOptions.map { "--\($0.name)" }, "-" + argument)
      let meant = known.contains(dashed) ? dashed : Suggestion.best(for: dashed, among: known)
      throw .unknownOption(argument, suggestion: meant)
    }
    let rest = argument.dropFirst(2)
    let value = rest.first == "=" ? rest.dropFirst() : rest
    try add(option, value: rest.isEmpty ? nil : String(value), spelling: spelling)
  }

  private mutating func add(
    _ option: CommandOption,
    value: String?,
    spelling: String
  ) throws(ArgumentError) {
    guard option.placeholder != nil else {
      if let value { throw .unexpectedValue(spelling, value: value) }
      parsed.flags.insert(option.name)
      return
    }
    guard let value = value ?? nextValue(), !value.isEmpty else {
      throw .missingValue(option, spelling: spelling)
    }
    if option.valueCount > 1 {
      guard parsed.lists[option.name] == nil else { throw .repeatedOption(spelling) }
      var values = [value]
      while values.count < option.valueCount {
        guard let next = nextValue() else {
          throw .missingValue(option, spelling: spelling)
        }
        values.append(next)
      }
      parsed.lists[option.name] = values
      return
    }
    if option.takesSeveral {
      var values = [value]
      while let next = nextValue() { values.append(next) }
      parsed.lists[option.name, default: []] += values
      return
    }
    if option.isRepeatable {
      parsed.lists[option.name, default: []].append(value)
      return
    }
    guard parsed.values.updateValue(value, forKey: option.name) == nil else {
      throw .repeatedOption(spelling)
    }
  }

  /// The next argument, unless it is an option: one that forgot its value would take that for it.
  private mutating func nextValue() -> String? {
    guard let next = arguments.first,
      next == "-" || !next.hasPrefix("-") || Self.isNegativeNumber(next)
    else { return nil }
    return arguments.removeFirst()
  }
}
