package import TraceAnalysis

/// What a comparison of runs says in words, in a charset.
package struct ComparisonWords {
  let comparison: RunComparison
  private let charset: TextStyle.Charset

  /// What the operations of a part are all called in all runs, of those parts of which that is so.
  private let names: [OperationPart: String]

  /// How many parts would be called the same without their class.
  private let shared: [ShortName: Int]

  private struct ShortName: Hashable {
    var name: String
    var queue: String?
  }

  /// Makes the words of a comparison.
  package init(_ comparison: RunComparison, charset: TextStyle.Charset = .unicode) {
    self.comparison = comparison
    self.charset = charset
    let runs = comparison.before + comparison.after
    let names = comparison.parts.reduce(into: [OperationPart: String]()) { names, change in
      guard change.part.name != nil else { return }
      let known = runs.compactMap { $0.parts[change.part] }.map(\.name)
      if let first = known.first, known.allSatisfy({ $0 == first }) { names[change.part] = first }
    }
    self.names = names
    shared = comparison.parts.reduce(into: [:]) { counts, change in
      counts[Self.shortName(of: change.part, names), default: 0] += 1
    }
  }

  private static func shortName(
    of part: OperationPart,
    _ names: [OperationPart: String]
  ) -> ShortName {
    ShortName(name: names[part] ?? part.name ?? part.className, queue: part.queue)
  }

  // MARK: Names

  /// What a part is called: its name or class, and its class where another one is called the same.
  ///
  /// The name has `#` for its numbers where its operations have more names than one.
  package func name(_ part: OperationPart, atMost limit: Int = 80) -> String {
    let short = Self.shortName(of: part, names)
    let name = cut(short.name, to: limit)
    if VisibleText.isBlank(name) { return cut("\(part.className) without a name", to: limit) }
    guard part.name != nil, shared[short] ?? 0 > 1 else { return name }
    return cut(short.name, to: max(4, limit / 2)) + " (\(cut(part.className, to: limit / 2)))"
  }

  /// The queue of a part; a dash for none that has a name.
  package func queue(_ part: OperationPart) -> String {
    let name = cut(part.queue ?? "", to: 24)
    return VisibleText.isBlank(name) ? "-" : name
  }

  /// Text of any origin on one line, cut to a number of columns.
  func cut(_ text: String, to limit: Int) -> String {
    MiddleCut.columns(VisibleText.line(text, charset: charset), to: limit, charset: charset)
  }

  // MARK: Numbers

  /// A length of time in nanoseconds.
  package func duration(_ nanoseconds: Double) -> String {
    let whole = UInt64(exactly: max(0, nanoseconds).rounded()) ?? .max
    return DurationText.short(whole, charset: charset)
  }

  /// A difference of lengths of time, such as "+1.85 s".
  package func difference(_ nanoseconds: Double) -> String {
    nanoseconds == 0 ? "0 ms" : sign(nanoseconds) + duration(nanoseconds.magnitude)
  }

  /// A number of operations in the median of some runs, such as "12" or "12.5".
  package func count(_ value: Double) -> String {
    let halves = Int(exactly: (value * 2).rounded()) ?? 0
    return CountText.grouped(halves / 2) + (halves.isMultiple(of: 2) ? "" : ".5")
  }

  /// By how much a value changed, such as "+26 %", "-0.4 %" or "x12"; a dash where nothing was before.
  package func change(_ change: MeasuredChange) -> String {
    guard let share = change.share else { return change.after == 0 ? "0 %" : "-" }
    if share >= 9.995 { return "x" + CountText.grouped(Int(min(1 + share, 1e12).rounded())) }
    let percent = Self.percent(share.magnitude)
    return share.magnitude < 0.0005 ? percent : sign(share) + percent
  }

  /// How much of a value is noise, such as "± 4 %"; empty where it is not known.
  package func noise(_ change: MeasuredChange) -> String {
    guard let share = change.noiseShare else { return "" }
    return (charset == .ascii ? "+-" : "±") + " " + Self.percent(share)
  }

  /// A share, with a decimal below ten percent.
  package static func percent(_ share: Double) -> String {
    if share > 0, share < 0.0005 { return "<0.1 %" }
    let tenths = Int((min(share, 1e9) * 1_000).rounded())
    if tenths >= 100 || tenths.isMultiple(of: 10) {
      return "\(CountText.grouped((tenths + 5) / 10)) %"
    }
    return "\(tenths / 10).\(tenths % 10) %"
  }

  private func sign(_ value: Double) -> String {
    value < 0 ? "-" : "+"
  }

  // MARK: Sentences

  /// How many runs there are, such as "3 runs before, 3 after".
  package var runs: String {
    "\(CountText.of(comparison.before.count, "run")) before, "
      + "\(CountText.grouped(comparison.after.count)) after"
  }

  /// How bad it is.
  var level: Verdict.Level {
    if (comparison.before + comparison.after).contains(where: \.isEmpty) { return .error }
    if comparison.newFindings.contains(where: { $0.finding.severity == .error }) { return .error }
    switch comparison.wall.direction {
    case .more: return .error
    // What nobody could judge is not good.
    case .unknown where !comparison.isEmpty: return .warning
    case .less, .same, .unknown: return comparison.newFindings.isEmpty ? .fine : .warning
    }
  }

  /// What is said of a finding before its sentence, such as "error: never-finished, in 2 of 3 runs".
  func head(_ change: RunComparison.FindingChange, of runs: [RunProfile]) -> String {
    let finding = change.finding
    var head = "\(finding.severity.rawValue): \(finding.rule)"
    if finding.count > 1 { head += ", \(CountText.grouped(finding.count)) times" }
    if runs.count > 1 { head += ", in \(change.runs) of \(CountText.of(runs.count, "run"))" }
    return head
  }

  /// What the comparison comes to, in one line.
  package var verdict: String {
    if !comparison.isComparable { return nothingToCompare }
    if comparison.isEmpty {
      return isIdentical ? "nothing changed" : "nothing changed beyond noise: \(wall)"
    }
    var parts: [String] = []
    func add(_ count: Int, _ singular: String, _ plural: String) {
      if count > 0 { parts.append(CountText.of(count, singular, plural)) }
    }
    let errors = comparison.newFindings.count { $0.finding.severity == .error }
    let goneErrors = comparison.goneFindings.count { $0.finding.severity == .error }
    add(errors, "new error", "new errors")
    switch comparison.wall.direction {
    case .more: parts.append("slower: \(wall)")
    case .less: parts.append("faster: \(wall)")
    case .same: parts.append("as fast as before: \(wall)")
    case .unknown: parts.append("wall time not judged: \(wall)")
    }
    add(comparison.newFindings.count - errors, "new warning", "new warnings")
    add(goneErrors, "error gone", "errors gone")
    add(comparison.goneFindings.count - goneErrors, "warning gone", "warnings gone")
    for kind in PartChange.Kind.allCases {
      let adjective = kind.adjective
      add(comparison.parts(kind).count, "part \(adjective)", "parts \(adjective)")
    }
    return parts.joined(separator: "; ")
  }

  private var wall: String {
    let wall = comparison.wall
    let values = "\(duration(wall.before)) before, \(duration(wall.after)) after"
    return wall.direction == .unknown ? values : "\(values), \(change(wall))"
  }

  /// Whether not even noise differs.
  private var isIdentical: Bool {
    let changes = comparison.parts.flatMap { [$0.executing, $0.queued, $0.count] }
    return (changes + [comparison.wall, comparison.path]).allSatisfy { $0?.difference ?? 0 == 0 }
  }

  /// By what a change is told from noise.
  package var basis: String {
    if comparison.knowsNoise {
      return "a change counts when it is beyond noise, which is told by how the runs differ"
    }
    let noise = Self.percent(comparison.band.unknownNoise)
    let least = duration(RunComparison.leastNanoseconds)
    return "a change counts beyond \(noise) and \(least); "
      + "with \(NoiseBand.enoughRuns) runs of each, noise would be measured"
  }

  /// Why the comparison does not pass, such as "the run is 26 % slower, and may be 10 %".
  package func reason(_ reason: ComparisonGate.Reason, of gate: ComparisonGate) -> String {
    let most = Self.percent(gate.mostSlower)
    return switch reason {
    case .slowerRun(.infinity): "the run took no time before, and does now"
    case .slowerRun(let share):
      "the run takes \(Self.percent(share)) longer, and up to \(most) is let pass"
    case .slowerParts(let count): "\(CountText.of(count, "part")) slower by more than \(most)"
    case .newErrors(let count): CountText.of(count, "new error")
    case .newWarnings(let count): CountText.of(count, "new warning")
    case .noOperations:
      comparison.isComparable ? emptyRuns.joined(separator: "; ") : "nothing could be compared"
    }
  }
}

extension PartChange.Kind {
  /// What is said of so many parts.
  fileprivate var adjective: String {
    switch self {
    case .added: "added"
    case .removed: "removed"
    case .slower: "slower"
    case .faster: "faster"
    case .queuedLonger: "queued longer"
    case .queuedLess: "queued less"
    case .more: "with more operations"
    case .fewer: "with fewer operations"
    }
  }

  /// The heading over the parts that changed so.
  var heading: String {
    switch self {
    case .added: "added"
    case .removed: "removed"
    case .slower: "slower: execute longer"
    case .faster: "faster: execute less long"
    case .queuedLonger: "queued longer: ready, and no slot free or the queue suspended"
    case .queuedLess: "queued less: ready, and no slot free or the queue suspended"
    case .more: "more operations"
    case .fewer: "fewer operations"
    }
  }

  /// Whether it is rather bad, good, or neither.
  var look: StyledLine.Look {
    switch self {
    case .slower, .queuedLonger: .red
    case .faster, .queuedLess: .green
    case .added, .removed, .more, .fewer: .yellow
    }
  }
}
