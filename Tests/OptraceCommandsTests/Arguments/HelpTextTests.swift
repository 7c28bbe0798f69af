import OptraceCommands
import Testing
import TraceTestSupport

struct HelpTextTests {
  private static let usages = CommandCatalogue.commands.map(\.usage)

  @Test
  func theProgramsHelpIsAsWritten() throws {
    try GoldenFile("help.txt").expect(HelpText.program(Self.usages))
  }

  @Test(arguments: usages)
  func aCommandsHelpIsAsWritten(usage: CommandUsage) throws {
    try GoldenFile("help-\(usage.name).txt").expect(HelpText.command(usage))
  }

  @Test(arguments: usages)
  func everyOptionAndOperandIsExplained(usage: CommandUsage) {
    let lines = HelpText.command(usage).split(separator: "\n")
    let head = lines.prefix { $0.hasPrefix("Usage: ") || $0.hasPrefix("       ") }
    let words = head.flatMap { $0.split(separator: " ") }
    #expect(words.joined(separator: " ") == "Usage: \(usage.synopsis)")
    for option in usage.allOptions {
      #expect(lines.contains { $0.hasPrefix("  \(option.spelling)") }, "\(option.name)")
      if option != .help { #expect(usage.synopsis.contains(option.shortestSpelling)) }
    }
    for operand in usage.operands {
      #expect(lines.contains { $0.hasPrefix("  \(operand.placeholder)  ") })
    }
  }

  @Test
  func everyCommandAndExitCodeIsListed() {
    let lines = HelpText.program(Self.usages).split(separator: "\n")
    for usage in Self.usages {
      #expect(lines.contains { $0.hasPrefix("  \(usage.name) ") && $0.hasSuffix(usage.summary) })
    }
    for (code, meaning) in ExitCode.meanings {
      let words = meaning.prefix(24)
      #expect(lines.contains { $0.hasPrefix("  \(code.rawValue) ") && $0.contains(words) })
    }
  }

  @Test
  func helpFitsATerminal() {
    let texts = [HelpText.program(Self.usages)] + Self.usages.map(HelpText.command)
    for line in texts.flatMap({ $0.split(separator: "\n") }) {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test(arguments: usages)
  func theExamplesAreCommandLines(usage: CommandUsage) throws {
    #expect(!usage.examples.isEmpty)
    for example in usage.examples {
      let stages = example.line.split(separator: "|").map {
        $0.split(separator: " ").map(String.init)
      }
      let stage = try #require(stages.first { $0.first == "optrace" }, "\(example.line)")
      #expect(stage.dropFirst().first == usage.name)
      let words = stage.dropFirst(2).prefix { $0 != ">" }
      #expect(throws: Never.self) { try ArgumentReader.read(words, for: usage) }
    }
  }

  @Test
  func synonymsAreNoCommandsAndMeanOne() {
    let synonyms = Self.usages.flatMap(\.synonyms)
    #expect(Set(synonyms).count == synonyms.count)
    #expect(Set(synonyms).isDisjoint(with: Self.usages.map(\.name)))
  }
}
