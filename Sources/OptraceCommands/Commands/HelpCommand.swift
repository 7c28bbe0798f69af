/// `optrace help`: what the program and its commands do.
struct HelpCommand: Command {
  let usage = CommandUsage(
    name: "help",
    summary: "Show what optrace or one of its commands does and takes",
    operands: [
      CommandOperand(
        "COMMAND",
        help: "the command to explain; all of them if left out",
        isRequired: false
      )
    ],
    examples: [
      CommandExample("optrace help", "all commands"),
      CommandExample("optrace help timeline", "one command"),
    ],
    synonyms: ["man", "usage", "?"]
  )

  func run(
    _ arguments: ParsedArguments,
    in environment: CommandEnvironment
  ) throws(CommandFailure) -> ExitCode {
    guard let name = arguments.operands.first else {
      environment.output.write(HelpText.program(CommandCatalogue.commands.map(\.usage)))
      return .success
    }
    guard let command = CommandCatalogue.command(named: name) else {
      throw UnknownCommand(name).failure
    }
    environment.output.write(HelpText.command(command.usage))
    return .success
  }
}
