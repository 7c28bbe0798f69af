import TraceEvents

/// An option of a command that the recorder in the program reads, from a variable of the environment.
struct RecorderOption {
  /// How it is given to the command.
  let option: CommandOption

  /// The variable that tells the recorder.
  let variable: String

  /// What its value must be, for a person who typed something else; nil for an option without a value, which stands as "1".
  let expected: String?

  /// Whether a value is such a one.
  let accepts: @Sendable (String) -> Bool

  private init(
    _ option: CommandOption,
    _ variable: String,
    expected: String? = nil,
    accepts: @escaping @Sendable (String) -> Bool = { _ in true }
  ) {
    self.option = option
    self.variable = variable
    self.expected = expected
    self.accepts = accepts
  }

  static let follow = RecorderOption(
    CommandOption(
      "follow",
      help: "trace the processes that it starts, too, each into a file of its own: %p in FILE"
    ),
    "OPTRACE_FOLLOW"
  )

  static let stallAfter = RecorderOption(
    CommandOption(
      "stall-after",
      placeholder: "TIME",
      help: """
        print what is stuck while the program goes on, once for each cause: what has not moved \
        for TIME, such as 5s
        """
    ),
    "OPTRACE_STALL_AFTER",
    expected: DurationWord.expected,
    accepts: { word in DurationWord.duration(word).map { $0 > .zero } ?? false }
  )

  static let keep = RecorderOption(
    CommandOption(
      "keep",
      placeholder: "HOW-MUCH",
      help: """
        keep the most recent part only, in a file that never grows: as much as fits into a size such as 64MiB, or a time \
        such as 10min; SIGUSR2 puts a copy aside
        """
    ),
    "OPTRACE_KEEP",
    expected: RecordingBound.expected,
    accepts: { word in RecordingBound(word: word) != nil }
  )

  /// All of them, in the order in which help lists them.
  static let all = [follow, stallAfter, keep]

  /// What the recorder is to be told, by the name of the variable.
  ///
  /// - Throws: What is wrong with the first value that is.
  static func variables(_ arguments: ParsedArguments) throws(ArgumentError) -> [String: String] {
    var variables: [String: String] = [:]
    for entry in all {
      let name = entry.option.name
      if arguments.flags.contains(name) { variables[entry.variable] = "1" }
      guard let value = arguments.values[name] else { continue }
      guard entry.accepts(value) else {
        throw .invalidValue("--\(name)", value: value, expected: entry.expected ?? "a value")
      }
      variables[entry.variable] = value
    }
    return variables
  }
}
