import OptraceCommands
import TraceEvents

/// One run of the command within the test's process.
struct CommandRun {
  let exitCode: ExitCode
  let output: String
  let errors: String

  /// The lines on standard error.
  var errorLines: [String] {
    errors.split(separator: "\n").map(String.init)
  }

  /// Runs the command; without variables, in a UTF-8 locale.
  init(
    _ arguments: String...,
    input: [UInt8] = [],
    isInputTerminal: Bool = false,
    variables: [String: String] = ["LANG": "en_US.UTF-8"],
    terminal: CommandEnvironment.Terminal? = nil
  ) {
    self.init(
      words: arguments,
      input: input,
      isInputTerminal: isInputTerminal,
      variables: variables,
      terminal: terminal
    )
  }

  /// Runs the command with arguments that are in a list.
  init(
    words arguments: [String],
    input: [UInt8] = [],
    isInputTerminal: Bool = false,
    variables: [String: String] = ["LANG": "en_US.UTF-8"],
    terminal: CommandEnvironment.Terminal? = nil
  ) {
    let (output, errors) = (Collected(), Collected())
    let environment = CommandEnvironment(
      arguments: arguments,
      variables: variables,
      output: output.sink,
      errors: errors.sink,
      terminal: terminal,
      isInputTerminal: isInputTerminal,
      readInput: { .success(input) }
    )
    exitCode = Optrace.run(in: environment)
    self.output = output.text
    self.errors = errors.text
  }
}

/// What was written to a sink.
final class Collected {
  private var bytes: [UInt8] = []

  var sink: OutputSink {
    OutputSink { [self] piece in
      bytes += piece
      return 0
    }
  }

  var text: String {
    String(decoding: bytes, as: UTF8.self)
  }
}
