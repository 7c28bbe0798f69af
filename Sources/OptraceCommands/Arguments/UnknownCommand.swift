import TraceAnalysis
import TraceRendering

/// A first argument that is no command: what was probably meant by it.
struct UnknownCommand {
  private let word: String
  /// The arguments behind it.
  private let rest: ArraySlice<String>

  init(_ word: String, rest: ArraySlice<String> = []) {
    self.word = word
    self.rest = rest
  }

  /// What to say about it.
  var failure: CommandFailure {
    let shown = VisibleText.line(word)
    if word.hasPrefix("-"), word != "-" { return unknownOption(shown) }
    if word == "-" || word.hasSuffix(".optrace") {
      return CommandFailure(
        .usage,
        "'\(shown)' is a trace, not a command; did you mean `optrace diagnose \(shown)`?"
      )
    }
    if DiagnosisCatalogue.fault(named: word) != nil {
      return CommandFailure(
        .usage,
        "'\(shown)' is a fault, not a command; did you mean `optrace explain \(shown)`?"
      )
    }
    let usages = CommandCatalogue.commands.map(\.usage)
    let meant =
      usages.first { $0.synonyms.contains(word.lowercased()) }?.name
      ?? Suggestion.best(for: word, among: usages.map(\.name))
    let advice = meant.map { "did you mean `optrace \($0)`?" } ?? "see `optrace help`"
    return CommandFailure(.usage, "there is no command '\(shown)'; \(advice)")
  }

  private func unknownOption(_ shown: String) -> CommandFailure {
    let command = rest.first.flatMap { CommandCatalogue.command(named: $0) }
    if let command, command.usage.options.contains(where: { word.hasPrefix("--\($0.name)") }) {
      let name = command.usage.name
      return CommandFailure(
        .usage,
        "options stand behind the command; did you mean `optrace \(name) \(shown)`?"
      )
    }
    let meant = Suggestion.best(for: word, among: ["--help", "--version"])
    let advice = meant.map { "did you mean `optrace \($0)`?" } ?? "see `optrace help`"
    return CommandFailure(.usage, "there is no option '\(shown)'; \(advice)")
  }
}
