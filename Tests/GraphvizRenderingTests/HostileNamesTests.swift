import GraphvizRendering
import Testing
import TraceEvents
import TraceModel
import TraceRendering
import TraceTestSupport

/// Names from strangers, through the DOT that a trace makes, Graphviz's own parser, and an XML parser.
@Suite struct HostileNamesTests {
  static let names = [
    "\"", "\\", "\\\\", "\\\"", "\\N \\G \\E \\L", "\\n\\l\\r", "&", "&amp;", "&lt;b&gt;",
    "&#38;", "&#0;", "<", ">", "<b>bold</b>", "</TABLE>>];", "<BR/>", "<!-- -->", "-->", "]]>",
    "]", "]]", "[x]", "{|}", "|", "<script>alert(1)</script>", "\" onclick=\"alert(1)",
    "\"];} digraph h { x -> y", "# comment", "// x", "/* x */", "%s%n%x", "a\nb\r\nc",
    "tab\there", "\u{0}", "\u{1B}[31mred\u{1B}[0m", "\u{7F}\u{85}\u{9F}",
    "\u{202E}reversed\u{202C}", "zero\u{200B}width", "\u{FEFF}", "\u{FFFE}\u{FFFF}",
    "\u{2028}\u{2029}", "", " ", "   ", "\u{A0}", "'single'", "`back`", "$HOME", "👩‍👩‍👧‍👦",
    "نص عربي", "שלום", "日本語", "e\u{301}", "Z̷̢͈̄a̵͍̓l̴͖̾g̷̱̈o", "node", "subgraph", "digraph",
    "strict", "op_1", "q_1", "--", "->", "=", ";", ",", "javascript:alert(1)",
    "http://example.com/?a=1&b=2", String(repeating: "x", count: 10_000),
    String(repeating: "\"", count: 20_000), String(repeating: "<&>", count: 9_000),
    String(repeating: "]", count: 17_000), String(repeating: "👍", count: 5_000),
  ]

  /// Names of characters that mean something to somebody on the way, and of any others.
  static func randomNames(seed: UInt64, count: Int) -> [String] {
    var generator = SeededGenerator(seed: seed)
    let written = "\"\\&<>[]{}|;#/*-%'`=NGEnlr amplt"
    let special = Array((written + "\n\r\t\u{0}\u{1B}\u{AD}\u{202E}\u{200D}").unicodeScalars)
    return (0..<count).map { _ in
      var name = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        let scalar =
          generator.chance(0.8)
          ? special.randomElement(using: &generator)
          : Unicode.Scalar(UInt32.random(in: 0...0x2_FFFF, using: &generator))
        if let scalar { name.append(scalar) }
      }
      return String(name)
    }
  }

  @Test func comeOutAsTheyAre() throws {
    try expectRoundTrip(Self.names)
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func comeOutAsTheyAreAtRandom(seed: UInt64) throws {
    try expectRoundTrip(Self.randomNames(seed: seed, count: 60))
  }

  @Test(arguments: [GraphvizFormat.png, .pdf])
  func areDrawnInEveryFormat(format: GraphvizFormat) throws {
    let trace = trace(of: Self.names).trace
    let picture = try Graphviz.render(trace.dot(), as: format)
    #expect(picture.nodes == trace.operations.count)
    #expect(picture.messages.isEmpty)
  }

  @Test func areDrawnAsHeatToo() throws {
    let trace = trace(of: Self.names).trace
    let picture = try Graphviz.render(trace.dot(GraphStyle(detail: .heat)), as: .svg)
    #expect(picture.nodes == trace.operations.count)
    #expect(picture.text.flatMap(XMLElements.init) != nil)
  }

  // MARK: The trip

  /// A run whose operations, class, queue, failures and notes have these names.
  private func trace(of names: [String]) -> (trace: Trace, identifiers: [String]) {
    let script = TraceScript()
    var identifiers: [String] = []
    for (position, name) in names.enumerated() {
      let operation = script.operation(name, class: name)
      identifiers.append("op_\(operation.rawValue)")
      let time = Double(position)
      script.at(ms: time).enqueue(operation, on: script.queue(name, limit: 1))
      script.at(ms: time + 0.1).start(operation)
      script.at(ms: time + 0.5).note(name, on: operation)
      if position % 2 == 0 { script.at(ms: time + 0.6).fail(operation, name) }
      if position % 3 > 0 { script.at(ms: time + 0.9).finish(operation) }
    }
    return (script.trace(), identifiers)
  }

  private func expectRoundTrip(_ names: [String]) throws {
    let (trace, identifiers) = trace(of: names)
    let picture = try Graphviz.render(trace.dot(GraphStyle(title: names.joined())), as: .svg)
    #expect(picture.messages.isEmpty)
    let svg = SVGPresentation(title: names.joined(), darkColors: GraphPalette.darkColors)
      .applied(to: picture.text ?? "")
    let elements = try #require(XMLElements(svg))
    expectOnlyWhatGraphvizDraws(elements)

    let texts = Set(elements.named("text").map { spaced($0.text) })
    for (name, identifier) in zip(names, identifiers) {
      let shown = spaced(VisibleText.line(name))
      guard !shown.isEmpty, shown.unicodeScalars.count <= 28 else { continue }
      #expect(elements.title(of: identifier).map(spaced) == shown)
      let tooltip = elements.tooltip(of: identifier)?.split(separator: "\n").first
      #expect(tooltip.map { spaced(String($0)) } == shown)
      #expect(texts.contains(shown), "\(name.debugDescription) is not drawn as \(shown)")
    }
  }

  /// Nothing in a name may become an element, a link or a script.
  private func expectOnlyWhatGraphvizDraws(_ elements: XMLElements) {
    let known: Set<String> = [
      "svg", "g", "title", "desc", "style", "a", "text", "path", "polygon", "polyline", "ellipse",
    ]
    #expect(elements.all.filter { !known.contains($0.name) } == [])
    let attributes = Set(elements.all.flatMap(\.attributes.keys))
    #expect(attributes.filter { $0.hasPrefix("on") || $0.hasSuffix("href") } == [])
  }

  /// With plain single spaces: Graphviz writes some as others, and drops those at the ends.
  private func spaced(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
