package import TraceEvents
import TraceModel

/// A rule that finds misuse: what did or may do damage, though nothing is stuck by it.
///
/// It finds cases one by one and words them; those of a kind and a queue are told together, as one finding.
package protocol MisuseRule: DiagnosisRule {
  /// One case, with what the rule needs to know to tell of it.
  associatedtype Case: MisuseCase

  /// Every case, in the order in which they are to be told.
  func cases(in context: DiagnosisContext) -> [Case]

  /// With which others a case is told; unless the rule says otherwise, with those of its class in its queue.
  func group(of misuse: Case, in context: DiagnosisContext) -> MisuseGroup

  /// One sentence about one case.
  func sentence(for misuse: Case, in context: DiagnosisContext) -> String

  /// One sentence about several cases of a group.
  func summary(of cases: [Case], in context: DiagnosisContext) -> String

  /// The lines that prove one case, few of them; they are asked for of the first few cases of a group only.
  func evidence(for misuse: Case, in context: DiagnosisContext) -> [String]

  /// The lines before those of the single cases, about what they have in common; none unless the rule says so.
  func commonEvidence(for cases: [Case], in context: DiagnosisContext) -> [String]

  /// One sentence that says what to change.
  func advice(for cases: [Case], in context: DiagnosisContext) -> String

  /// The steps of the proof as edges; none unless the rule says so.
  func edges(for misuse: Case, in context: DiagnosisContext) -> [ProofEdge]
}

/// One case of misuse, in positions of the trace's operations.
package protocol MisuseCase: Sendable {
  /// The operations to fix, the first of which decides with which others the case is told; none only where queues are.
  var operations: [Int] { get }
  /// The queues to fix, besides those of the operations; none unless the case says so.
  var queues: [Int] { get }
  /// Since when.
  var since: TraceInstant { get }
  /// How sure the rule is.
  var certainty: Finding.Certainty { get }
}

extension MisuseCase {
  /// Most cases concern the queues of their operations alone.
  package var queues: [Int] {
    []
  }
}

/// What cases that are told together have in common.
package struct MisuseGroup: Hashable, Sendable {
  /// The class of their operations; nil where it does not matter.
  package var className: String?
  /// The position of their queue; nil for operations of no queue.
  package var queue: Int?

  /// Makes a group.
  package init(className: String? = nil, queue: Int?) {
    self.className = className
    self.queue = queue
  }
}

extension MisuseRule {
  /// Misuse is a warning.
  package var severity: Finding.Severity {
    .warning
  }

  /// Cases are told by class and queue.
  package func group(of misuse: Case, in context: DiagnosisContext) -> MisuseGroup {
    guard let operation = misuse.operations.first else { return MisuseGroup(queue: nil) }
    return MisuseGroup(
      className: context.facts.operation(operation).className,
      queue: context.facts.index.queue(of: operation)
    )
  }

  /// Most cases have nothing in common that each of them would not say.
  package func commonEvidence(for cases: [Case], in context: DiagnosisContext) -> [String] {
    []
  }

  /// Most proofs are lines only.
  package func edges(for misuse: Case, in context: DiagnosisContext) -> [ProofEdge] {
    []
  }

  /// A finding for each group of cases.
  package func findings(in context: DiagnosisContext) -> [Finding] {
    var groups: [MisuseGroup: [Case]] = [:]
    var order: [MisuseGroup] = []
    for misuse in cases(in: context) {
      let group = group(of: misuse, in: context)
      if groups[group] == nil { order.append(group) }
      groups[group, default: []].append(misuse)
    }
    return order.compactMap { group in
      groups[group].flatMap { finding(about: $0, in: context) }
    }
  }

  private func finding(about cases: [Case], in context: DiagnosisContext) -> Finding? {
    guard let first = cases.first else { return nil }
    let facts = context.facts
    let operations = distinct(cases.flatMap(\.operations), below: facts.situations.count)
    return Finding(
      rule: name,
      severity: severity,
      certainty: cases.allSatisfy { $0.certainty == .proven } ? .proven : .likely,
      operations: operations.map { facts.operation($0).id },
      queues: Set(
        distinct(
          operations.compactMap { facts.index.queue(of: $0) } + cases.flatMap(\.queues),
          below: facts.holders.count
        ).map { facts.queue($0).id }
      ).sorted(),
      since: cases.reduce(first.since) { min($0, $1.since) },
      sentence: TraceNames.sentence(
        cases.count == 1 ? sentence(for: first, in: context) : summary(of: cases, in: context)
      ),
      proof: proof(of: cases, in: context),
      advice: advice(for: cases, in: context),
      edges: cases.flatMap { edges(for: $0, in: context) }
    )
  }

  /// Positions, each where it comes first.
  private func distinct(_ positions: [Int], below count: Int) -> [Int] {
    // A finding may be about a million operations; most are about a few.
    if positions.count > count / 64 {
      var isSeen = [Bool](repeating: false, count: count)
      return positions.filter { position in
        defer { isSeen[position] = true }
        return !isSeen[position]
      }
    }
    var seen: Set<Int> = []
    return positions.filter { seen.insert($0).inserted }
  }

  private func proof(of cases: [Case], in context: DiagnosisContext) -> [String] {
    let longest = 12
    var lines = commonEvidence(for: cases, in: context)
    lines += cases.prefix(longest).flatMap { evidence(for: $0, in: context) }
    if cases.count > longest {
      lines.append("and \(CountText.grouped(cases.count - longest)) more of the same kind")
    }
    return lines
  }
}
