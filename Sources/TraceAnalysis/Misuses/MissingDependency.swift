package import TraceEvents
import TraceModel

/// An operation that ran to its end although dependencies of it had not done their work.
package struct MissingDependency: MisuseCase {
  /// The position of the operation that ran.
  var dependent: Int
  /// Positions of the dependencies that it lacked.
  var dependencies: [Int]
  /// How long it ran, in nanoseconds, where that is so short that it may have looked and given up; else nil.
  var brief: UInt64?
  package var since: TraceInstant
  package var certainty: Finding.Certainty

  package var operations: [Int] { [dependent] }

  /// All operations that ran after a dependency of which `certainty` says how sure it is that its work is missing.
  ///
  /// Where a cancelled dependency has let its dependent overtake others, that is the fault, and told as such. One that was
  /// cancelled together with its dependency, if a moment too late, is left out, and so is one that ended at once though its
  /// kind takes long.
  static func all(
    in context: DiagnosisContext,
    certainty: (_ dependency: TracedOperation) -> Finding.Certainty?
  ) -> [MissingDependency] {
    let facts = context.facts
    let operations = context.trace.operations
    guard operations.contains(where: { certainty($0) != nil }) else { return [] }
    let overtakings = Overtakings(facts)
    return operations.indices.compactMap { position in
      let operation = operations[position]
      guard let started = operation.milestones.started, ran(operation) else { return nil }
      let brief = brief(position, in: facts)
      if let brief, endedEarly(position, after: brief, in: facts) { return nil }
      var misuse = MissingDependency(
        dependent: position,
        dependencies: [],
        brief: brief,
        since: started,
        certainty: brief == nil ? .proven : .likely
      )
      for dependency in facts.index.dependencies(of: position) {
        let other = facts.operation(dependency)
        guard let finished = other.milestones.finished, finished <= started,
          let certainty = certainty(other), !wereCancelledTogether(operation, other, in: facts),
          overtakings.step(of: position, through: dependency, at: started) == nil
        else { continue }
        misuse.dependencies.append(dependency)
        if certainty == .likely { misuse.certainty = .likely }
      }
      return misuse.dependencies.isEmpty ? nil : misuse
    }
  }

  /// Whether the operation's body ran and did not say that it failed: then it may have used what was not there.
  private static func ran(_ operation: TracedOperation) -> Bool {
    guard let started = operation.milestones.started, !operation.isBarrier else { return false }
    if let cancelled = operation.milestones.cancelled, cancelled <= started { return false }
    // It looked, and gave up by itself.
    if operation.canceller == operation.id { return false }
    return operation.failure == nil
  }

  /// How long an operation ran that was over so soon that it may have looked and given up; nil for any other.
  private static func brief(_ position: Int, in facts: StallFacts) -> UInt64? {
    let milestones = facts.operation(position).milestones
    guard let started = milestones.started, let finished = milestones.finished,
      finished >= started
    else { return nil }
    let duration = finished.nanoseconds(since: started)
    return duration < facts.thresholds.nanoseconds(.giveUp) ? duration : nil
  }

  /// Whether it ended far sooner than its kind does.
  private static func endedEarly(
    _ position: Int,
    after duration: UInt64,
    in facts: StallFacts
  ) -> Bool {
    facts.kinds.measure(of: position).map { duration < $0.median / 4 } ?? false
  }

  /// Whether both were cancelled, or the one when the other had failed, within the time that such calls take to settle: in
  /// a loop over a chain, each cancellation may let the next one start before it is cancelled itself.
  private static func wereCancelledTogether(
    _ dependent: TracedOperation,
    _ dependency: TracedOperation,
    in facts: StallFacts
  ) -> Bool {
    guard let own = dependent.milestones.cancelled,
      let other = dependency.milestones.cancelled ?? dependency.milestones.finished
    else { return false }
    return max(own, other).nanoseconds(since: min(own, other))
      <= facts.thresholds.nanoseconds(.settling)
  }

  /// The steps from the operation to each dependency that it lacked.
  func edges(in context: DiagnosisContext) -> [ProofEdge] {
    dependencies.map { dependency in
      ProofEdge(
        from: .operation(context.facts.operation(dependent).id),
        to: .operation(context.facts.operation(dependency).id),
        by: .dependency
      )
    }
  }

  /// A line for each of the first few dependencies: what became of it, and when the dependent started.
  func evidence(
    in context: DiagnosisContext,
    _ fate: (_ dependency: TracedOperation) -> String
  ) -> [String] {
    let longest = 3
    let dependent = context.names.operation(dependent)
    let end =
      brief.map {
        " and ran for \(DurationText.short($0)) only: it may have looked at that, and given up"
      } ?? ""
    var lines = dependencies.prefix(longest).map { dependency in
      "\(context.names.operation(dependency)) \(fate(context.facts.operation(dependency))), "
        + "\(dependent) started \(DurationText.short(since.nanoseconds)) into it\(end)"
    }
    if dependencies.count > longest {
      let more = CountText.of(dependencies.count - longest, "more dependency", "more dependencies")
      lines.append("and \(more) of \(dependent)")
    }
    return lines
  }
}
