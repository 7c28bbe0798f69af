package import TraceAnalysis

/// Writes out the catalogue of faults for a terminal: all of it in a line each, or one entry at length.
package struct FaultText {
  private var report: TextReport

  private init(_ style: TextStyle) {
    report = TextReport(style)
  }

  private func safe(_ text: String) -> String {
    VisibleText.line(text, charset: report.style.charset)
  }
}

// MARK: - The list

extension FaultText {
  /// All faults and thresholds, grouped, with their names in one column and what they are in another.
  package static func list(_ style: TextStyle) -> String {
    var text = FaultText(style)
    for kind in Fault.Kind.allCases {
      let faults = DiagnosisCatalogue.faults.filter { $0.kind == kind }
      text.addHead(kind.heading, kind.look)
      text.add(faults.map { ($0.name, $0.explanation.what) })
    }
    text.addHead("Thresholds: --threshold NAME=VALUE", nil)
    text.add(ThresholdSetting.all.map { ($0.standard, $0.meaning) })
    text.report.addGap()
    text.report.add("More about each, with code: optrace explain NAME", .quiet)
    return text.report.text
  }

  private mutating func addHead(_ words: String, _ look: StyledLine.Look?) {
    report.addGap()
    report.add(words, look ?? .bold)
  }

  /// Names and what they mean in two columns, or one below the other where there is little room.
  private mutating func add(_ entries: [(name: String, meaning: String)]) {
    let column = Self.nameColumns + 4
    let hasRoom = report.style.columns - column >= 24
    for entry in entries {
      let meaning = safe(entry.meaning)
      if hasRoom {
        report.add(meaning, label: "  \(entry.name)", labelLook: .bold, indent: column)
      } else {
        report.add(entry.name, .bold, indent: 2)
        report.add(meaning, indent: 4)
      }
    }
  }

  private static let nameColumns = DiagnosisCatalogue.faults.reduce(0) { max($0, $1.name.count) }
}

// MARK: - One entry

extension FaultText {
  /// What there is to say about a fault.
  package static func explanation(of fault: Fault, _ style: TextStyle) -> String {
    var text = FaultText(style)
    text.writeHead(fault)
    text.write(fault.explanation)
    text.write(fault.thresholds)
    if fault.kind != .consequence {
      text.report.addGap()
      text.add("optrace diagnose FILE --allow \(fault.name)", label: "allow")
    }
    let known = fault.related.filter { DiagnosisCatalogue.fault(named: $0) != nil }
    if !known.isEmpty {
      text.report.addGap()
      text.add(CountText.list(known, atMost: known.count), label: "related")
    }
    return text.report.text
  }

  /// What a threshold is, and who goes by it.
  package static func explanation(of threshold: ThresholdSetting, _ style: TextStyle) -> String {
    var text = FaultText(style)
    var line = StyledLine(style)
    line.add(threshold.standard, .bold)
    line.add(" (threshold)")
    text.report.add(line)
    text.report.add(text.safe(threshold.meaning), indent: 2)
    text.report.addGap()
    text.write(waysToSet: threshold)
    let users = DiagnosisCatalogue.faults.filter { $0.thresholds.contains(threshold) }.map(\.name)
    text.report.addGap()
    text.add(users.isEmpty ? "none" : CountText.list(users, atMost: users.count), label: "rules")
    return text.report.text
  }

  private static let indent = 14

  private mutating func add(_ text: String, label: String) {
    report.add(safe(text), label: label.isEmpty ? "" : "  \(label)", indent: Self.indent)
  }

  private mutating func writeHead(_ fault: Fault) {
    var line = StyledLine(report.style)
    line.add(fault.name, .bold)
    line.add(" (")
    line.add(fault.kind.severity, fault.kind.look)
    line.add(")")
    report.add(line)
    report.add(safe(fault.explanation.what), .bold, indent: 2)
  }

  private mutating func write(_ explanation: RuleExplanation) {
    report.addGap()
    add(explanation.why, label: "why")
    add(explanation.change, label: "change")
    write(code: explanation.wrong, label: "wrong", .red)
    write(code: explanation.right, label: "right", .green)
  }

  /// Code as it is: a line that is broken would be other code.
  private mutating func write(code: String, label: String, _ look: StyledLine.Look) {
    guard !code.isEmpty else { return }
    report.addGap()
    report.add(label, look, indent: 2)
    for piece in code.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = StyledLine(report.style)
      line.pad(to: 6)
      line.add(safe(String(piece)))
      report.add(line)
    }
  }

  private mutating func write(_ thresholds: [ThresholdSetting]) {
    guard let first = thresholds.first else { return }
    report.addGap()
    for (position, threshold) in thresholds.enumerated() {
      let words = "\(threshold.standard): \(threshold.meaning)"
      add(words, label: position == 0 ? "thresholds" : "")
    }
    write(waysToSet: first)
  }

  private mutating func write(waysToSet threshold: ThresholdSetting) {
    add("optrace diagnose FILE --threshold \(threshold.example)", label: "set")
    add("or optrace.json: {\"thresholds\": {\(threshold.jsonExample)}}", label: "")
  }
}

extension Fault.Kind {
  /// How bad it is, in a word.
  package var severity: String {
    switch self {
    case .stall: Finding.Severity.error.rawValue
    case .misuse: Finding.Severity.warning.rawValue
    case .consequence: rawValue
    }
  }

  /// What stands above all faults of the kind.
  package var heading: String {
    switch self {
    case .stall: "Stalls (error): something is stuck and will not get on by itself"
    case .misuse: "Misuses (warning): what did or may do damage"
    case .consequence: "Consequences: told under their root cause"
    }
  }

  fileprivate var look: StyledLine.Look? {
    switch self {
    case .stall: .red
    case .misuse: .yellow
    case .consequence: nil
    }
  }
}
