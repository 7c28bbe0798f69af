/// Writes help for a terminal of 80 columns.
package enum HelpText {
  /// What one command does and takes.
  package static func command(_ usage: CommandUsage) -> String {
    var blocks = [synopsis(usage), paragraph(usage.summary + ".")]
    blocks += usage.discussion.map { paragraph($0) }
    let operands = usage.operands + (usage.program == nil ? [] : [.program, .programArguments])
    if !operands.isEmpty {
      blocks.append(list(operands.map { ($0.placeholder, $0.help) }))
    }
    blocks.append("Options:\n" + list(usage.allOptions.map { ($0.spelling, $0.help) }))
    blocks.append(examples(usage.examples))
    return blocks.joined(separator: "\n\n") + "\n"
  }

  /// What the program does, and its commands.
  package static func program(_ commands: [CommandUsage]) -> String {
    let intro = """
      optrace shows what the operations of a program did, from a trace that the program
      recorded: the graph of what waited for what, a timeline, and what is stuck and why.
      """
    let recording = """
      `optrace record` traces a program that knows nothing of it. A program that links the library
      OperationTracing and calls OperationTracer.startFromEnvironment() records itself
      when it runs with OPTRACE_FILE=run.optrace in its environment. Traces of programs
      that hang, crashed or were killed can be read too.
      """
    let options = [
      (CommandOption.help.spelling, "show this help"),
      ("--version", "show the versions of optrace, of the format of traces, and of Graphviz"),
    ]
    let codes = ExitCode.meanings.map { ("\($0.code.rawValue)", $0.meaning) }
    return [
      "Usage: optrace COMMAND ...",
      paragraph(intro),
      "Commands:\n" + list(commands.map { ($0.name, $0.summary) }),
      "Options:\n" + list(options),
      examples([
        CommandExample("optrace demo", "see it at work"),
        CommandExample("optrace help graph", "what a command takes"),
      ]),
      paragraph(recording),
      "Exit status:\n" + list(codes),
      paragraph("A command that runs a program ends as the program ended."),
    ].joined(separator: "\n\n") + "\n"
  }

  private static let width = 80

  private static func synopsis(_ usage: CommandUsage) -> String {
    let label = "Usage: "
    let lines = wrapped(usage.synopsisParts, width: width - label.count)
    return label + lines.joined(separator: "\n" + String(repeating: " ", count: label.count))
  }

  private static func examples(_ examples: [CommandExample]) -> String {
    "Examples:\n" + list(examples.map { ($0.line, $0.meaning) })
  }

  /// Words and their meanings in two columns.
  private static func list(_ entries: [(word: String, meaning: String)]) -> String {
    let column = entries.reduce(0) { max($0, $1.word.count) } + 4
    let margin = String(repeating: " ", count: column)
    return entries.map { entry in
      let word = "  " + entry.word
      let gap = String(repeating: " ", count: column - word.count)
      return word + gap
        + wrapped(entry.meaning, width: width - column).joined(separator: "\n" + margin)
    }.joined(separator: "\n")
  }

  private static func paragraph(_ text: String) -> String {
    wrapped(text, width: width).joined(separator: "\n")
  }

  private static func wrapped(_ text: String, width: Int) -> [String] {
    wrapped(text.split(whereSeparator: \.isWhitespace).map(String.init), width: width)
  }

  private static func wrapped(_ words: [String], width: Int) -> [String] {
    var lines: [String] = []
    for word in words {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(word)
      }
    }
    return lines
  }
}
