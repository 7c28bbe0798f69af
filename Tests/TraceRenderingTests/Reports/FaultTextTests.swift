import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering
import TraceTestSupport

@Suite
struct FaultTextTests {
  private static let widths = [40, 57, 58, 80, 120, 400]

  /// A fault whose explanation has everything that one can have.
  private static let example: Fault? = {
    var fault = DiagnosisCatalogue.fault(named: "never-finished")
    fault?.explanation = RuleExplanation(
      what: "It does not end.",
      why: "One of its paths has been forgotten by everyone who has ever looked at it.",
      change: "End it.",
      wrong: """
        guard let data else { return }

        finish()
        """,
      right: "defer { finish() }  // ends it on each path, and this line is far longer than eighty"
    )
    fault?.thresholds = [.duration(.stall), .count(.chain)]
    fault?.related = ["queue-suspended", "no-such-fault", "self-deadlock"]
    return fault
  }()

  @Test
  func `An explanation is as the golden file says`() throws {
    let fault = try #require(Self.example)
    try GoldenFile("fault.txt").expect(FaultText.explanation(of: fault, TextStyle()))
  }

  @Test
  func `A threshold's explanation names its value and its rules`() {
    let text = FaultText.explanation(of: .duration(.cancellation), TextStyle())
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.first == "cancellation=100ms (threshold)")
    #expect(lines.contains("set optrace diagnose FILE --threshold cancellation=200ms"))
    #expect(lines.contains(#"or optrace.json: {"thresholds": {"cancellation": "200ms"}}"#))
    #expect(lines.last == "rules cancellation-ignored")
  }

  @Test
  func `The list has every fault and every threshold once, below its heading`() throws {
    let lines = FaultText.list(TextStyle(width: 120)).split(separator: "\n").map(String.init)
    let starts = lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
    let names = starts.map { $0.split(separator: " ")[0].split(separator: "=")[0] }
    let expected =
      DiagnosisCatalogue.faults.map(\.name) + ThresholdSetting.all.map(\.name)
    #expect(names.map(String.init) == expected)
    for kind in Fault.Kind.allCases { #expect(lines.contains(kind.heading)) }
    let stalls = try #require(lines.firstIndex(of: Fault.Kind.stall.heading))
    let misuses = try #require(lines.firstIndex(of: Fault.Kind.misuse.heading))
    let cycle = try #require(lines.firstIndex { $0.hasPrefix("  dependency-cycle ") })
    #expect((stalls..<misuses).contains(cycle))
  }

  @Test
  func `In the list, what they are stands in one column`() {
    let text = FaultText.list(TextStyle(width: 100))
    for fault in DiagnosisCatalogue.faults {
      let line = text.split(separator: "\n").first { $0.hasPrefix("  \(fault.name) ") }
      let words = line.map { Array($0.dropFirst(34)) } ?? []
      #expect(!words.isEmpty && fault.explanation.what.hasPrefix(String(words)), "\(fault.name)")
    }
  }

  @Test(arguments: widths, TextStyle.Charset.allCases)
  func `Texts fit any width, but for code`(width: Int, charset: TextStyle.Charset) throws {
    let style = TextStyle(width: width, charset: charset)
    var texts = [FaultText.list(style)]
    texts += ThresholdSetting.all.map { FaultText.explanation(of: $0, style) }
    texts += DiagnosisCatalogue.faults.map { fault in
      var fault = fault
      (fault.explanation.wrong, fault.explanation.right) = ("", "")
      return FaultText.explanation(of: fault, style)
    }
    for text in texts {
      let widest = text.split(separator: "\n").map { DisplayWidth.of($0) }.max() ?? 0
      #expect(widest <= width, "\(text)")
      #expect(text.split(separator: "\n").allSatisfy { String($0).isSafeToShow })
    }
    let code = FaultText.explanation(of: try #require(Self.example), style)
    #expect(code.contains("\n      guard let data else { return }\n\n      finish()\n"))
  }

  @Test
  func `Colour changes nothing but colour`() throws {
    let fault = try #require(Self.example)
    for make in [{ FaultText.list($0) }, { FaultText.explanation(of: fault, $0) }]
      as [(TextStyle) -> String]
    {
      let colored = make(TextStyle(usesColor: true))
      let escape = /\u{1B}\[[0-9;]*m/
      #expect(colored.contains(escape))
      #expect(colored.replacing(escape, with: "") == make(TextStyle()))
    }
  }

  @Test
  func `A diagnosis ends with one hint at what there is to read`() {
    func text(_ rules: [String], allowing allowed: Set<String> = []) -> [Substring] {
      let findings = rules.map { rule in
        Finding(
          rule: rule,
          severity: .warning,
          certainty: .likely,
          operations: [],
          since: .zero,
          sentence: "It is so.",
          advice: "Look.",
          isAllowed: allowed.contains(rule)
        )
      }
      let diagnosis = Diagnosis(findings: findings, stalled: [:])
      return Trace(EventLog()).diagnosisText(diagnosis).split(separator: "\n")
    }
    #expect(text(["a", "a"]).last == "More about it, with code: optrace explain a")
    let several = "More about each, with code: optrace explain NAME, such as b"
    #expect(text(["b", "a"]).last == several[...])
    #expect(text(["b", "a"]).count { $0.contains("optrace explain") } == 1)
    #expect(text(["a"], allowing: ["a"]).last == "allowed: a: It is so.")
    #expect(text([]).last == "nothing is stalled")
  }
}
