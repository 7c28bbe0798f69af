/// What of a comparison is too bad to let pass.
package struct ComparisonGate: Hashable, Sendable {
  /// By what share something may become slower, such as 0.1.
  package var mostSlower: Double

  /// Whether parts that execute longer and new warnings count, too.
  package var isStrict: Bool

  /// Makes a gate.
  package init(mostSlower: Double = 0.1, isStrict: Bool = false) {
    self.mostSlower = mostSlower
    self.isStrict = isStrict
  }

  /// Why a comparison does not pass.
  package enum Reason: Hashable, Sendable {
    /// The wall time grew by this share, beyond noise.
    case slowerRun(Double)
    /// So many parts execute longer by more than the share, beyond noise.
    case slowerParts(Int)
    /// So many kinds of errors are new.
    case newErrors(Int)
    /// So many kinds of warnings are new.
    case newWarnings(Int)
    /// A run has no operations: its recording is broken, and nothing is judged by it.
    case noOperations
  }

  /// Why a comparison does not pass; empty when it does.
  package func reasons(against comparison: RunComparison) -> [Reason] {
    var reasons: [Reason] = []
    // A comparison that judges nothing must not pass for a good one.
    if (comparison.before + comparison.after).contains(where: \.isEmpty) {
      reasons.append(.noOperations)
    }
    let wall = comparison.wall
    if wall.direction == .more, isTooMuch(wall) {
      reasons.append(.slowerRun(wall.share ?? .infinity))
    }
    let errors = comparison.newFindings.count { $0.finding.severity == .error }
    if errors > 0 { reasons.append(.newErrors(errors)) }
    guard isStrict else { return reasons }
    let parts = comparison.parts(.slower).count { $0.executing.map(isTooMuch) ?? false }
    if parts > 0 { reasons.append(.slowerParts(parts)) }
    let warnings = comparison.newFindings.count - errors
    if warnings > 0 { reasons.append(.newWarnings(warnings)) }
    return reasons
  }

  private func isTooMuch(_ change: MeasuredChange) -> Bool {
    change.share.map { $0 > mostSlower } ?? true
  }
}
