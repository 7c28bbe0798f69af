import GraphvizRendering
import TraceEvents

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#else
#error("no C library is known for this platform")
#endif

/// The command `optrace`: chooses what to do by the first argument, and reports what went wrong.
package enum Optrace {
  /// The version of the command and the libraries.
  package static let version = "0.1.0"

  /// Does what this process was started to do, and ends it.
  package static func runAndExit() -> Never {
    let code = run(in: .ofThisProcess())
    if let signal = code.signal { endProcess(bySignal: signal) }
    exit(code.rawValue)
  }

  /// Does what the environment's arguments say; every failure becomes one line on its standard error.
  ///
  /// - Returns: The status to end with.
  package static func run(in environment: CommandEnvironment) -> ExitCode {
    let result: Result<ExitCode, CommandFailure>
    do throws(CommandFailure) {
      result = .success(try dispatch(environment))
    } catch {
      result = .failure(error)
    }
    environment.output.flush()
    switch result {
    case .failure(let failure):
      environment.report(failure.message)
      return failure.exitCode
    case .success(let code):
      guard let number = environment.output.failure else { return code }
      // Whoever read our output, such as `head`, has seen enough.
      if number == EPIPE { return code }
      environment.report("can't write to standard output: \(systemMessage(number))")
      return .cantWrite
    }
  }

  private static func dispatch(_ environment: CommandEnvironment) throws(CommandFailure) -> ExitCode
  {
    try checkText(environment, upTo: 1)
    guard let word = environment.arguments.first else {
      throw CommandFailure(.usage, "what should it do? Try `optrace demo`, or see `optrace help`")
    }
    let rest = environment.arguments.dropFirst()
    switch word {
    case "--help", "-h":
      environment.output.write(HelpText.program(CommandCatalogue.commands.map(\.usage)))
      return .success
    case "--version":
      environment.output.write(versions)
      return .success
    default:
      guard let command = CommandCatalogue.command(named: word) else {
        throw UnknownCommand(word, rest: rest).failure
      }
      return try run(command, rest, in: environment)
    }
  }

  /// Refuses arguments that are not UTF-8, which would name another file than the one that was meant.
  private static func checkText(
    _ environment: CommandEnvironment,
    upTo end: Int
  ) throws(CommandFailure) {
    let position = environment.argumentBytes.prefix(end).firstIndex {
      String(validating: $0, as: UTF8.self) == nil
    }
    guard let position else { return }
    throw CommandFailure(
      .usage,
      "argument \(position + 1) is not UTF-8: rename the file, or pipe it: optrace COMMAND - < FILE"
    )
  }

  private static func run(
    _ command: any Command,
    _ arguments: ArraySlice<String>,
    in environment: CommandEnvironment
  ) throws(CommandFailure) -> ExitCode {
    let program = command.usage.program?
      .position(in: Array(arguments), options: command.usage.allOptions)
    try checkText(environment, upTo: program.map { $0 + 1 } ?? .max)
    let parsed: ParsedArguments
    do throws(ArgumentError) {
      parsed = try ArgumentReader.read(arguments, for: command.usage)
    } catch {
      throw error.failure(of: command.usage)
    }
    if parsed.wantsHelp {
      environment.output.write(HelpText.command(command.usage))
      return .success
    }
    return try command.run(parsed, in: environment)
  }

  private static var versions: String {
    """
    optrace \(version)
    trace format \(TraceFileFormat.majorVersion).\(TraceFileFormat.minorVersion)
    Graphviz \(Graphviz.version)

    """
  }
}

extension ArgumentError {
  /// The failure of a command that was given wrong arguments.
  func failure(of usage: CommandUsage) -> CommandFailure {
    let synopsis: String
    if case .missingOperand = self {
      synopsis = ": \(usage.synopsis)"
    } else {
      synopsis = ""
    }
    return CommandFailure(.usage, "\(description)\(synopsis); see `optrace help \(usage.name)`")
  }
}
