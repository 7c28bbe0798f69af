/// The traces of runs before and after that a command is to compare.
struct ComparedFiles {
  /// The traces of runs before, at least one; none where nothing is compared.
  var before: [String]

  /// The traces of runs after, at least one.
  var after: [String]

  /// The option that names several runs before.
  static let beforeOption = CommandOption(
    "before",
    placeholder: "FILE...",
    takesSeveral: true,
    replacesOperands: true,
    help: "several runs from before, up to the next option"
  )

  /// The option that names several runs after.
  static let afterOption = CommandOption(
    "after",
    placeholder: "FILE...",
    takesSeveral: true,
    replacesOperands: true,
    help: "several runs from after, up to the next option"
  )

  /// Takes the files from the two options, or from the operands: the one before and the one after, or one by itself.
  ///
  /// - Throws: A failure when only one of the options is given, or standard input is to be more than one of them.
  init(_ arguments: ParsedArguments, of usage: CommandUsage) throws(CommandFailure) {
    let options = (
      arguments.lists[Self.beforeOption.name], arguments.lists[Self.afterOption.name]
    )
    switch options {
    case (nil, nil):
      before = Array(arguments.operands.dropLast())
      after = Array(arguments.operands.suffix(1))
    case (let before?, let after?):
      self.before = before
      self.after = after
    case (nil, _): throw Self.missing(Self.beforeOption, beside: Self.afterOption, in: usage)
    case (_, nil): throw Self.missing(Self.afterOption, beside: Self.beforeOption, in: usage)
    }
    if (before + after).filter({ $0 == "-" }).count > 1 {
      throw CommandFailure(.usage, "standard input can be only one of the traces; name a file")
    }
  }

  private static func missing(
    _ option: CommandOption,
    beside other: CommandOption,
    in usage: CommandUsage
  ) -> CommandFailure {
    CommandFailure(
      .usage,
      "--\(other.name) needs --\(option.name) FILE... beside it; see `optrace help \(usage.name)`"
    )
  }
}
