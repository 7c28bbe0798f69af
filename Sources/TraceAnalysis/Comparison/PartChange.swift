/// What became of the operations that play one part.
package struct PartChange: Hashable, Sendable {
  /// The part.
  package var part: OperationPart

  /// How many there are in a run; zero where there are none.
  package var count: MeasuredChange

  /// How long one executes in the mean, in nanoseconds; nil where none ran on either side.
  package var executing: MeasuredChange?

  /// How long one is queued in the mean, in nanoseconds: ready, and without a slot or its queue suspended; nil where none ran on either side.
  package var queued: MeasuredChange?

  /// How long they execute in a run together, in nanoseconds; zero where there are none, and never judged.
  package var total: MeasuredChange

  /// How long they are on the critical path, with their waits, in nanoseconds; never judged.
  package var path: MeasuredChange

  /// What became of them; empty when nothing changed beyond noise.
  package var kinds: Set<Kind>

  /// How many ran on either side, at least one: what a change of their means is multiplied by to see what it comes to in all.
  package var ran: Double

  /// How a part changes.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// It executes longer.
    case slower
    /// It executes less long.
    case faster
    /// It is queued longer.
    case queuedLonger
    /// It is queued less long.
    case queuedLess
    /// No run had it before, and half of them or more have it; not told where something of a run is missing.
    case added
    /// No run has it, and half of them or more had it before; not told where something of a run is missing.
    case removed
    /// There are more of them.
    case more
    /// There are fewer of them.
    case fewer
  }

  /// Compares a part of some runs with that of others.
  init(
    _ part: OperationPart,
    _ before: [RunProfile],
    _ after: [RunProfile],
    band: NoiseBand,
    leastInAll: Double
  ) {
    self.part = part
    let (old, new) = (before.map { $0.parts[part] }, after.map { $0.parts[part] })
    let ran = max(
      1,
      min(old.map { Double($0?.ran ?? 0) }.median, new.map { Double($0?.ran ?? 0) }.median)
    )
    self.ran = ran
    func measure(_ value: (RunProfile.PartProfile) -> Double?) -> MeasuredChange? {
      let values = (
        old.compactMap { $0.flatMap(value) }, new.compactMap { $0.flatMap(value) }
      )
      guard !values.0.isEmpty, !values.1.isEmpty else { return nil }
      let least = RunComparison.leastNanoseconds / ran
      let change = MeasuredChange(values.0, values.1, band: band, least: least)
      return change.counting(if: change.difference.magnitude * ran >= leastInAll)
    }
    executing = measure(\.meanExecuting)
    queued = measure(\.meanQueued)
    let counts = (old.map { Double($0?.count ?? 0) }, new.map { Double($0?.count ?? 0) })
    let isPartial = (before + after).contains(where: \.isPartial)
    count =
      isPartial || (before + after).contains(where: \.isEmpty)
      ? MeasuredChange(unjudged: counts.0, counts.1)
      : MeasuredChange(counts.0, counts.1, band: band)
    total = MeasuredChange(
      unjudged: old.map { Double($0?.executing ?? 0) },
      new.map { Double($0?.executing ?? 0) }
    )
    path = MeasuredChange(
      unjudged: old.map { Double($0?.path ?? 0) },
      new.map { Double($0?.path ?? 0) }
    )
    kinds = []
    let (hadIt, hasIt) = (old.count { $0 != nil }, new.count { $0 != nil })
    if hadIt == 0 {
      // It may have been in what is missing of a run, or have lost its name or queue with that.
      if 2 * hasIt >= new.count, !isPartial { kinds = [.added] }
    } else if hasIt == 0 {
      if 2 * hadIt >= old.count, !isPartial { kinds = [.removed] }
    } else {
      kinds.formUnion(Self.kind(of: executing, more: .slower, less: .faster))
      kinds.formUnion(Self.kind(of: queued, more: .queuedLonger, less: .queuedLess))
      kinds.formUnion(Self.kind(of: count, more: .more, less: .fewer))
    }
  }

  private static func kind(of change: MeasuredChange?, more: Kind, less: Kind) -> Set<Kind> {
    switch change?.direction {
    case .more: [more]
    case .less: [less]
    case .same, .unknown, nil: []
    }
  }
}

extension PartChange {
  /// What a change comes to in all, to put changes of one kind in order.
  func weight(of kind: Kind) -> Double {
    switch kind {
    case .slower, .faster: (executing?.difference.magnitude ?? 0) * ran
    case .queuedLonger, .queuedLess: (queued?.difference.magnitude ?? 0) * ran
    case .added, .removed: total.difference.magnitude
    case .more, .fewer: count.difference.magnitude
    }
  }
}
