/// One of the things that `optrace` can be asked to do.
package protocol Command: Sendable {
  /// What it takes.
  var usage: CommandUsage { get }

  /// Does it.
  ///
  /// - Returns: The status to end with.
  /// - Throws: Why it could not be done; what was written until then stays written.
  func run(
    _ arguments: ParsedArguments,
    in environment: CommandEnvironment
  ) throws(CommandFailure) -> ExitCode
}

/// All commands.
package enum CommandCatalogue {
  /// The commands in the order in which help lists them.
  package static let commands: [any Command] = [
    DemoCommand(),
    RecordCommand(),
    GraphCommand(),
    TimelineCommand(),
    ReportCommand(),
    AtCommand(),
    WatchCommand(),
    CriticalPathCommand(),
    BlameCommand(),
    DiffCommand(),
    DiagnoseCommand(),
    ExplainCommand(),
    SummaryCommand(),
    RepairCommand(),
    HelpCommand(),
  ]

  /// The command with this name.
  package static func command(named name: String) -> (any Command)? {
    commands.first { $0.usage.name == name }
  }
}
