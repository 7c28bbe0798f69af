import TraceModel

/// What changed between some runs of a program and others, such as before a change of its code and after.
///
/// Runs are compared by the parts that operations play. Each value is the median of its runs, and a change counts only
/// beyond noise: what runs of one side differ by among themselves, or a share of the value where there are too few of them.
package struct RunComparison: Sendable {
  /// The runs before; at least one.
  package let before: [RunProfile]

  /// The runs after; at least one.
  package let after: [RunProfile]

  /// What was taken for noise.
  package let band: NoiseBand

  /// From the first enqueue to the last finish, in nanoseconds; not judged where a run was cut off or is empty.
  package let wall: MeasuredChange

  /// The length of the critical path, in nanoseconds; judged as the wall time is.
  package let path: MeasuredChange

  /// How long the critical path was in each state, in nanoseconds; never judged.
  package let pathStates: [PathAccount.State: MeasuredChange]

  /// What there is on either side, in the order of parts; none is said to have changed where nothing can be compared.
  package let parts: [PartChange]

  /// What is wrong after and was in no run before, the worst first; errors alone where something of a run before is missing.
  package let newFindings: [FindingChange]

  /// What was wrong before and is in no run after, the worst first; nothing where something of a run after is missing.
  package let goneFindings: [FindingChange]

  /// What is wrong before and after, the worst first.
  package let lastingFindings: [FindingChange]

  /// A finding of one side.
  package struct FindingChange: Hashable, Sendable {
    /// As the first run has it that has it.
    package var finding: FindingProfile
    /// In how many runs of its side it is.
    package var runs: Int
  }

  /// What a part's change must come to in all, as a share of the wall time, to be told.
  package static let leastShareOfRun = 0.01

  /// What is noise of a length of time where the runs don't tell, in nanoseconds.
  package static let leastNanoseconds = 1_000_000.0

  /// Compares runs; both lists must have at least one.
  package init(before: [RunProfile], after: [RunProfile], band: NoiseBand = NoiseBand()) {
    self.before = before
    self.after = after
    self.band = band
    let isComparable = Self.isComparable(before, after)
    let isJudged = (before + after).allSatisfy { run in
      run.unfinished == 0 && !run.isPartial && !run.isEmpty
    }
    func measure(_ value: (RunProfile) -> UInt64, isJudged: Bool) -> MeasuredChange {
      let values = (before.map { Double(value($0)) }, after.map { Double(value($0)) })
      return isJudged
        ? MeasuredChange(values.0, values.1, band: band, least: Self.leastNanoseconds)
        : MeasuredChange(unjudged: values.0, values.1)
    }
    wall = measure(\.wallNanoseconds, isJudged: isJudged)
    path = measure(\.pathNanoseconds, isJudged: isJudged)
    pathStates = PathAccount.State.allCases.reduce(into: [:]) { states, state in
      states[state] = measure({ $0.pathStates[state] ?? 0 }, isJudged: false)
    }
    let names = Set(before.flatMap(\.parts.keys)).union(after.flatMap(\.parts.keys))
    let least = Self.leastShareOfRun * min(wall.before, wall.after)
    parts = names.sorted().map { part in
      var change = PartChange(part, before, after, band: band, leastInAll: least)
      if !isComparable { change.kinds = [] }
      return change
    }
    // In what is missing of a run there may have been more; what is stuck is so to the end, though.
    let newFindings = isComparable ? Self.findings(of: after, missingIn: before) : []
    self.newFindings =
      before.contains(where: \.isPartial)
      ? newFindings.filter { $0.finding.severity == .error } : newFindings
    let isSeenWhole = isComparable && !after.contains(where: \.isPartial)
    goneFindings = isSeenWhole ? Self.findings(of: before, missingIn: after) : []
    lastingFindings = isComparable ? Self.findings(of: after, presentIn: before) : []
  }

  private static func isComparable(_ before: [RunProfile], _ after: [RunProfile]) -> Bool {
    ![before, after].contains { side in side.allSatisfy(\.isEmpty) }
  }

  private static func findings(
    of runs: [RunProfile],
    missingIn others: [RunProfile]
  ) -> [FindingChange] {
    let known = others.flatMap(\.findings)
    return findings(of: runs) { finding in !known.contains { $0.isLike(finding) } }
  }

  private static func findings(
    of runs: [RunProfile],
    presentIn others: [RunProfile]
  ) -> [FindingChange] {
    let known = others.flatMap(\.findings)
    return findings(of: runs) { finding in known.contains { $0.isLike(finding) } }
  }

  private static func findings(
    of runs: [RunProfile],
    where isMeant: (FindingProfile) -> Bool
  ) -> [FindingChange] {
    var changes: [FindingChange] = []
    for run in runs {
      let before = changes.count
      for finding in run.findings where isMeant(finding) {
        if let number = changes[..<before].firstIndex(where: { $0.finding.isLike(finding) }) {
          changes[number].runs += 1
        } else {
          changes.append(FindingChange(finding: finding, runs: 1))
        }
      }
    }
    let errors = changes.filter { $0.finding.severity == .error }
    return errors + changes.filter { $0.finding.severity != .error }
  }
}

extension RunComparison {
  /// Whether there is something to compare: false where all runs of a side are without operations.
  package var isComparable: Bool {
    Self.isComparable(before, after)
  }

  /// Whether nothing of any run is missing.
  package var isWhole: Bool {
    !(before + after).contains { $0.isPartial || $0.isEmpty }
  }

  /// Whether each side has so many runs that they tell what is noise.
  package var knowsNoise: Bool {
    before.count >= NoiseBand.enoughRuns && after.count >= NoiseBand.enoughRuns
  }

  /// The parts that changed in one way, those first whose change comes to most.
  package func parts(_ kind: PartChange.Kind) -> [PartChange] {
    let changed = parts.filter { $0.kinds.contains(kind) }
    let order = changed.indices.sorted { a, b in
      let (first, second) = (changed[a].weight(of: kind), changed[b].weight(of: kind))
      return first == second ? a < b : first > second
    }
    return order.map { changed[$0] }
  }

  /// The parts whose time on the critical path differs by enough to be told, those first where it differs most.
  ///
  /// None where something of a run is missing: its path is not that of the whole.
  package var pathParts: [PartChange] {
    guard isWhole else { return [] }
    let least = max(1, Self.leastShareOfRun * max(path.before, path.after))
    let changed = parts.filter { $0.path.difference.magnitude >= least }
    let order = changed.indices.sorted { a, b in
      let (first, second) = (changed[a].path.difference, changed[b].path.difference)
      return first.magnitude == second.magnitude ? a < b : first.magnitude > second.magnitude
    }
    return order.map { changed[$0] }
  }

  /// Whether no change is to be told: nothing changed beyond noise, or nothing can be compared.
  package var isEmpty: Bool {
    guard isComparable else { return true }
    if (before + after).contains(where: \.isEmpty) { return false }
    let isSame = [wall, path].allSatisfy { $0.direction == .same || $0.difference == 0 }
    return isSame && newFindings.isEmpty && goneFindings.isEmpty
      && parts.allSatisfy(\.kinds.isEmpty)
  }
}
