import TraceEvents

/// What is to be recorded of a program, and where.
package struct RecordingRequest: Hashable, Sendable {
  /// The path of the trace, in which `%p` stands for the number of the process.
  package var file: String

  /// What the recorder in the program is told, by the name of the environment variable.
  package var variables: [String: String] = [:]

  /// Whether the processes that the program starts are recorded, too.
  package var isFollowing: Bool {
    variables[RecorderOption.follow.variable] != nil
  }

  /// Whether a program is run that can't be traced.
  package var isForced = false

  /// Asks for a recording into a file.
  package init(file: String) {
    self.file = file
  }

  /// Asks for what the options of a command say.
  ///
  /// - Parameters:
  ///   - arguments: The options: those of the recorder, and perhaps `output` and `force`.
  ///   - program: The program's name, after which the trace is called where no file is given.
  /// - Throws: What is wrong with the first value that is.
  init(_ arguments: ParsedArguments, program: String) throws(ArgumentError) {
    file = RecordedFile.path(
      arguments.values[Self.output],
      program: program,
      isFollowing: arguments.flags.contains(RecorderOption.follow.option.name)
    )
    variables = try RecorderOption.variables(arguments)
    isForced = arguments.flags.contains(Self.force.name)
  }

  /// The name of the option that says where the trace goes.
  static let output = "output"

  /// The option to run a program all the same.
  static let force = CommandOption(
    "force",
    help: "run the program also when it can't be traced"
  )

  /// From when on something counts as stuck; nil if nobody said so.
  var stallAfter: Duration? {
    variables[RecorderOption.stallAfter.variable].flatMap(DurationWord.duration)
  }

  /// The path of a process's trace.
  package func path(forProcess process: Int32) -> String {
    file.replacing("%p", with: String(process))
  }
}
