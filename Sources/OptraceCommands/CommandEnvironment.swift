package import TraceEvents

/// What a command has around it; a test makes its own.
package struct CommandEnvironment {
  /// The arguments without the name of the program.
  package var arguments: [String]

  /// The same arguments as they were given, byte by byte: names of files need not be UTF-8, and what a program to run gets
  /// must not be changed.
  package var argumentBytes: [[UInt8]]

  /// The environment variables.
  package var variables: [String: String]

  /// Standard output.
  package var output: OutputSink

  /// Standard error.
  package var errors: OutputSink

  /// The terminal that standard output is; nil when it is something else.
  package var terminal: Terminal?

  /// The terminal that standard error is; nil when it is something else.
  package var errorTerminal: Terminal?

  /// Whether standard input is a terminal, where nobody types a trace.
  package var isInputTerminal: Bool

  /// Reads standard input to its end.
  package var readInput: () -> Result<[UInt8], TraceFileError>

  /// A terminal.
  package struct Terminal: Hashable, Sendable {
    /// Its width; nil when it does not say.
    package var columns: Int?

    /// Makes a terminal.
    package init(columns: Int?) {
      self.columns = columns
    }
  }

  /// Makes an environment.
  package init(
    arguments: [String],
    argumentBytes: [[UInt8]]? = nil,
    variables: [String: String] = [:],
    output: OutputSink,
    errors: OutputSink,
    terminal: Terminal? = nil,
    errorTerminal: Terminal? = nil,
    isInputTerminal: Bool = false,
    readInput: @escaping () -> Result<[UInt8], TraceFileError>
  ) {
    self.arguments = arguments
    self.argumentBytes = argumentBytes ?? arguments.map { Array($0.utf8) }
    self.variables = variables
    self.output = output
    self.errors = errors
    self.terminal = terminal
    self.errorTerminal = errorTerminal
    self.isInputTerminal = isInputTerminal
    self.readInput = readInput
  }

  /// Writes one line about something that is not as it should be to standard error; the text must be safe to show.
  package func note(_ text: String) {
    report("note: \(text)")
  }

  /// Writes one line to standard error; the text must be safe to show.
  package func report(_ text: String) {
    // What stands on a terminal in the order in which it was written is easier to follow.
    output.flush()
    errors.write("optrace: \(text)\n")
    errors.flush()
  }
}
