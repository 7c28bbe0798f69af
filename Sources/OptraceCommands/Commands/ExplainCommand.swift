import TraceAnalysis
import TraceRendering

/// `optrace explain`: what a fault of the catalogue is, why it happens, and how code without it looks.
struct ExplainCommand: Command {
  let usage = CommandUsage(
    name: "explain",
    summary: "Say what a fault is, why it happens, what to change, with code",
    operands: [
      CommandOperand(
        "NAME",
        help: "the fault, as `diagnose` calls it, or a threshold; lists all of them if left out",
        isRequired: false
      )
    ],
    examples: [
      CommandExample("optrace explain never-finished", "one fault"),
      CommandExample("optrace explain stall", "one threshold"),
      CommandExample("optrace explain", "all that there are"),
    ],
    synonyms: [
      "catalogue", "catalog", "rules", "rule", "faults", "fault", "list", "what", "describe",
    ]
  )

  func run(
    _ arguments: ParsedArguments,
    in environment: CommandEnvironment
  ) throws(CommandFailure) -> ExitCode {
    let style = environment.textStyle()
    guard let name = arguments.operands.first else {
      environment.output.write(FaultText.list(style))
      return .success
    }
    if let fault = DiagnosisCatalogue.fault(named: name) {
      environment.output.write(FaultText.explanation(of: fault, style))
    } else if let threshold = ThresholdSetting.all.first(where: { $0.name == name }) {
      environment.output.write(FaultText.explanation(of: threshold, style))
    } else {
      throw unknown(name)
    }
    return .success
  }

  private func unknown(_ name: String) -> CommandFailure {
    let known = DiagnosisCatalogue.faults.map(\.name) + ThresholdSetting.all.map(\.name)
    let word = name.lowercased()
    var meant = known.filter { $0 == word || $0.split(separator: "-").contains { $0 == word } }
    if meant.isEmpty, let nearest = Suggestion.best(for: word, among: known) { meant = [nearest] }
    let list = meant.prefix(4).joined(separator: " or ")
    let advice = meant.isEmpty ? "`optrace explain` lists them" : "did you mean \(list)?"
    return CommandFailure(.usage, "there is no fault '\(VisibleText.line(name))'; \(advice)")
  }
}
