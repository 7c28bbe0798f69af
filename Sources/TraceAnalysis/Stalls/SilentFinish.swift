import TraceEvents
import TraceModel

/// Finds operations that finished without telling their queue, where the watchdog did not get to ask.
///
/// Someone has read `isFinished` as true, and yet what waits for it has not moved while the whole process was quiet. Only
/// an operation whose class overrides `isFinished` can do that: Foundation's own tells the queue itself.
enum SilentFinish {
  /// The positions of those that finished silently; to be asked only where the process has been quiet for as long as `idle`.
  static func operations(
    _ index: TraceIndex,
    _ situations: Situations,
    openWaits: [OpenWait],
    end: TraceInstant,
    idle: UInt64
  ) -> Set<Int> {
    let suspects = index.trace.operations.indices.filter { isSuspect(index, $0, end, idle) }
    if suspects.isEmpty { return [] }
    return behindWaits(index, situations, openWaits, suspects)
      .union(behindReadyOperations(index, situations, suspects, end, idle))
  }

  private static func isSuspect(
    _ index: TraceIndex,
    _ position: Int,
    _ end: TraceInstant,
    _ idle: UInt64
  ) -> Bool {
    let operation = index.trace.operations[position]
    let milestones = operation.milestones
    guard let finished = milestones.finished, milestones.started != nil else { return false }
    return operation.classTraits.contains(.overridesIsFinished)
      && milestones.deallocated == nil && milestones.completionBegan == nil
      && end.nanoseconds(since: finished) >= idle
  }

  /// Suspects for which a thread still waits, though nothing else is left to wait for.
  private static func behindWaits(
    _ index: TraceIndex,
    _ situations: Situations,
    _ openWaits: [OpenWait],
    _ suspects: [Int]
  ) -> Set<Int> {
    // A wait that began later would have returned at once: what it waits for is no longer finished.
    let operations = Set(
      openWaits.compactMap { wait -> Int? in
        guard case .operation(let position) = wait.target else { return nil }
        return wait.isForTakenBack(index) ? nil : position
      }
    )
    let queues = Set(
      openWaits.compactMap { wait in
        if case .queue(let number) = wait.target { number } else { nil }
      }
    ).filter { number in
      index.members[number].allSatisfy { situations.all[$0] == .over }
    }
    return Set(
      suspects.filter { suspect in
        operations.contains(suspect)
          || index.queue(of: suspect).map { queues.contains($0) } ?? false
      }
    )
  }

  /// Suspects on which an operation depends, or whose slot it needs, that has been ready all the while.
  ///
  /// Only where no thread is inside any operation: else the workers may be what is missing.
  private static func behindReadyOperations(
    _ index: TraceIndex,
    _ situations: Situations,
    _ suspects: [Int],
    _ end: TraceInstant,
    _ idle: UInt64
  ) -> Set<Int> {
    if situations.all.contains(.inside) { return [] }
    let isSuspect = Set(suspects)
    let byQueue = Dictionary(grouping: suspects) { index.queue(of: $0) }
    var silent: Set<Int> = []
    var full: Set<Int> = []
    for (position, situation) in situations.all.enumerated() where situation == .dispatching {
      guard let number = index.queue(of: position) else { continue }
      let queue = index.trace.queues[number]
      let milestones = index.trace.operations[position].milestones
      let ready = milestones.ready ?? milestones.enqueued ?? milestones.seen
      if queue.isMain || end.nanoseconds(since: ready) < idle { continue }
      let dependencies = index.dependencies(of: position).filter { isSuspect.contains($0) }
      silent.formUnion(dependencies)
      guard dependencies.isEmpty, let limit = queue.slotLimit, let leaked = byQueue[number],
        situations.holders[number].count + leaked.count >= limit, full.insert(number).inserted
      else { continue }
      silent.formUnion(leaked)
    }
    return silent
  }
}
