package import TraceEvents
import TraceModel

/// An operation that ran to its end although dependencies of it had not done their work.
package struct MissingDependency: MisuseCase {
  /// The position of the operation that ran.
  var dependent: Int
  /// Positions of the dependencies that it lacked.
  var dependencies: [Int]
  package var since: TraceInstant
  package var certainty: Finding.Certainty

  package var operations: [Int] { [dependent] }

  /// All operations that ran after a dependency of which `certainty` says how sure it is that its work is missing.
  ///
  /// Where a cancelled dependency has let its dependent overtake others, that is the fault, and told as such.
  static func all(
    in context: DiagnosisContext,
    certainty: (_ dependency: TracedOperation) -> Finding.Certainty?
  ) -> [MissingDependency] {
    let overtakings = Overtakings(context.facts)
    return context.trace.operations.enumerated().compactMap { position, operation in
      guard let started = operation.milestones.started, ran(operation) else { return nil }
      var misuse = MissingDependency(
        dependent: position,
        dependencies: [],
        since: started,
        certainty: .proven
      )
      for dependency in context.facts.index.dependencies(of: position) {
        let other = context.facts.operation(dependency)
        guard let finished = other.milestones.finished, finished <= started,
          let certainty = certainty(other),
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
    var lines = dependencies.prefix(longest).map { dependency in
      "\(context.names.operation(dependency)) \(fate(context.facts.operation(dependency))), "
        + "\(dependent) started \(DurationText.short(since.nanoseconds)) into it"
    }
    if dependencies.count > longest {
      let more = CountText.of(dependencies.count - longest, "more dependency", "more dependencies")
      lines.append("and \(more) of \(dependent)")
    }
    return lines
  }
}
