extension ParsedArguments {
  /// The most that an option asks for; nil when it is not given.
  ///
  /// - Throws: A failure when its value is no number from 1 on.
  func limit(_ option: CommandOption, of usage: CommandUsage) throws(CommandFailure) -> Int? {
    try number(option, of: usage, from: 1...1_000_000_000, expected: "a number from 1 on")
  }

  /// The number that an option gives; nil when it is not given.
  ///
  /// - Throws: A failure when its value is no number of the range, of which `expected` tells.
  func number(
    _ option: CommandOption,
    of usage: CommandUsage,
    from range: ClosedRange<Int>,
    expected: String
  ) throws(CommandFailure) -> Int? {
    guard let value = values[option.name] else { return nil }
    guard let number = Int(value), range.contains(number) else {
      throw ArgumentError.invalidValue("--\(option.name)", value: value, expected: expected)
        .failure(of: usage)
    }
    return number
  }

  /// The share that an option gives in percent; nil when it is not given.
  ///
  /// - Throws: A failure when its value is no number of percent.
  func share(_ option: CommandOption, of usage: CommandUsage) throws(CommandFailure) -> Double? {
    guard let value = values[option.name] else { return nil }
    guard let share = PercentWord.share(value) else {
      throw ArgumentError.invalidValue(
        "--\(option.name)",
        value: value,
        expected: PercentWord.expected
      )
      .failure(of: usage)
    }
    return share
  }
}
