import TraceEvents
import TraceModel

/// Finished operations of a kind that are alive, and what keeps them so as far as the trace shows.
struct Retention: Sendable {
  /// The operations by position, in the order of their finish.
  var operations: [Int]
  /// How many operations of the kind have finished in all.
  var finishedCount: Int
  /// How many of those alive have a completion block still.
  var withCompletionBlock: Int

  /// The kinds of which so many have finished and are alive, with more and more of them all the time.
  ///
  /// From the first one on up to the end of the trace, operations of the kind must have been added and have finished in each
  /// quarter of the time, and a third or more of what finished in each must be alive. So a batch that was added in one go, what
  /// is kept for a while, and what was made once and is kept are left out. Nothing is known where releases are not seen.
  static func growing(in facts: StallFacts) -> [Retention] {
    let operations = facts.index.trace.operations
    guard !facts.lostEvents, seesReleases(facts.index.trace) else { return [] }
    let kinds = facts.kinds.members { operations[$0].milestones.finished != nil }
    let count = max(1, facts.thresholds[.retained])
    let blocks = completionBlocks(in: facts)
    return kinds.compactMap { members in
      let survivors = members.filter { operations[$0].milestones.deallocated == nil }
      guard survivors.count >= count else { return nil }
      let order = TimeOrder.ascending(survivors.map { finish($0, facts).nanoseconds })
      let alive = order.map { survivors[Int($0)] }
      guard grows(alive, of: members, facts) else { return nil }
      return Retention(
        operations: alive,
        finishedCount: members.count,
        withCompletionBlock: alive.count { blocks[$0] }
      )
    }.sorted { $0.operations[0] < $1.operations[0] }
  }

  /// Whether releases are recorded at all, which is so where classes are patched and not where they are observed.
  private static func seesReleases(_ trace: Trace) -> Bool {
    trace.log.events.contains { $0.kind == .deallocated || $0.kind == .queueDeallocated }
      || trace.operations.contains { !$0.classTraits.isEmpty }
  }

  private static func finish(_ position: Int, _ facts: StallFacts) -> TraceInstant {
    facts.operation(position).milestones.finished ?? .zero
  }

  private static func grows(_ alive: [Int], of members: [Int], _ facts: StallFacts) -> Bool {
    let retention = facts.thresholds.nanoseconds(.retention)
    let finishes = members.map { finish($0, facts) }
    let enqueues = alive.map { facts.operation($0).milestones.enqueued ?? finish($0, facts) }
    guard let firstFinish = finishes.min(), let firstEnqueue = enqueues.min(),
      facts.age(since: firstFinish) >= retention, facts.age(since: firstEnqueue) >= retention
    else { return false }
    let finished = TimeParts(finishes, from: firstFinish, to: facts.end)
    let stayed = TimeParts(alive.map { finish($0, facts) }, from: firstFinish, to: facts.end)
    let added = TimeParts(enqueues, from: firstEnqueue, to: facts.end)
    return stayed.areSpread && added.areSpread
      && zip(stayed.counts, finished.counts).allSatisfy { $0 * 3 >= $1 }
  }

  /// Whether the completion block of each operation was set, and not taken off, by position.
  private static func completionBlocks(in facts: StallFacts) -> [Bool] {
    let operations = facts.index.trace.operations
    var blocks = operations.indices.map { operations[$0].milestones.completionBegan != nil }
    for event in facts.log.events[.completionBlockSet] ?? [] {
      guard let position = facts.index.position(of: event.operation) else { continue }
      blocks[position] = !event.flags.contains(.cleared)
    }
    return blocks
  }
}

/// What keeps operations alive through its dependencies.
struct DependencyKeepers: Sendable {
  /// A live operation on which nothing live depends, and from which dependencies lead to the operation; by position.
  private let keepers: [UInt32]

  /// What stands for no keeper.
  private static let none = UInt32.max

  /// Follows the dependencies of everything that is alive at the end, in linear time.
  init(_ facts: StallFacts) {
    let operations = facts.index.trace.operations
    let alive = operations.indices.filter { operations[$0].milestones.deallocated == nil }
    var isDependency = [Bool](repeating: false, count: operations.count)
    for position in alive {
      facts.index.forEachDependency(of: position) { isDependency[$0] = true }
    }
    var keepers = [UInt32](repeating: Self.none, count: operations.count)
    for root in alive where !isDependency[root] {
      var open = [root]
      while let position = open.popLast() {
        facts.index.forEachDependency(of: position) { dependency in
          guard keepers[dependency] == Self.none,
            operations[dependency].milestones.deallocated == nil
          else { return }
          keepers[dependency] = UInt32(root)
          open.append(dependency)
        }
      }
    }
    self.keepers = keepers
  }

  /// The operation that keeps at least nine in ten of some others; nil when there is none.
  func keeper(of operations: [Int]) -> Int? {
    var counts: [UInt32: Int] = [:]
    // Those that finish one after the other often have the same one.
    var (last, count) = (Self.none, 0)
    for operation in operations {
      if keepers[operation] == last {
        count += 1
      } else {
        counts[last, default: 0] += count
        (last, count) = (keepers[operation], 1)
      }
    }
    counts[last, default: 0] += count
    counts[Self.none] = nil
    return counts.first { $0.value * 10 >= operations.count * 9 }.map { Int($0.key) }
  }
}
