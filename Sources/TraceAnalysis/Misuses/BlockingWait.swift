package import TraceEvents
import TraceModel

/// An operation that held a slot while it waited for another one, and could have waited for ever.
package struct BlockingWait: MisuseCase {
  /// The position of the operation that waited.
  var waiter: Int
  /// What it waited for.
  var target: Int
  /// The call that waited, where it is known.
  var call: TracedWait?
  /// Why that is dangerous.
  var danger: Danger
  package var since: TraceInstant
  package var certainty: Finding.Certainty
  package var operations: [Int] { [waiter] }

  /// Why a wait is dangerous.
  enum Danger: Hashable {
    /// This operation had to get a slot of the queue in which the waiter held one; the target itself, or what it needs.
    case sameQueue(needs: Int)
    /// The target was ready for so long, in nanoseconds, and got no thread, since so many operations blocked one in waits.
    case workers(waited: UInt64, blocked: Int)
  }
}

/// Tells the waits of a trace that are dangerous.
///
/// A wait for an operation of another queue costs a thread and no more, as long as that one needs nothing of the waiter's
/// queue. It is dangerous where it does, by what it depends on or waits for; and where waits have taken so many threads that
/// there was none left for what they wait for.
struct BlockingWaits {
  private let facts: StallFacts
  private let blockedThreads: BlockedThreads
  private var reach: QueueReach

  init(_ facts: StallFacts) {
    self.facts = facts
    blockedThreads = BlockedThreads(facts.index)
    reach = QueueReach(facts)
  }

  /// The dangerous waits among those that do not belong to a stall, one for each waiter, in the order of the waiters.
  mutating func dangerous(isStalled: (_ operation: Int) -> Bool) -> [BlockingWait] {
    var found: [Int: BlockingWait] = [:]
    for edge in facts.index.trace.edges where edge.kind == .wait {
      guard let waiter = facts.index.position(of: edge.target), found[waiter] == nil,
        let target = facts.index.position(of: edge.source), target != waiter,
        !isStalled(waiter), let wait = judge(waiter, target)
      else { continue }
      found[waiter] = wait
    }
    if found.isEmpty { return [] }
    for call in facts.index.trace.waits {
      guard let waiter = facts.index.position(of: call.waiter), let wait = found[waiter],
        wait.call == nil
      else { continue }
      let target = facts.operation(wait.target)
      let isMeant = call.operation == target.id || call.queue != nil && call.queue == target.queue
      if isMeant { found[waiter]?.call = call }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  private mutating func judge(_ waiter: Int, _ target: Int) -> BlockingWait? {
    let operation = facts.operation(waiter)
    guard let started = operation.milestones.started, let queue = facts.index.queue(of: waiter),
      started <= facts.end
    else { return nil }
    var wait = BlockingWait(
      waiter: waiter,
      target: target,
      danger: .sameQueue(needs: target),
      since: started,
      certainty: facts.proven
    )
    if let needed = reach.needed(by: target, of: queue, besides: waiter) {
      wait.danger = .sameQueue(needs: needed)
      return wait
    }
    guard let danger = shortage(of: target, waitedForBy: waiter) else { return nil }
    wait.danger = danger
    wait.certainty = .likely
    return wait
  }

  /// Whether the target had a slot and no thread for long, while waits blocked as many as there are processors.
  private func shortage(of target: Int, waitedForBy waiter: Int) -> BlockingWait.Danger? {
    let operation = facts.operation(target)
    guard let processors = facts.index.trace.processors, !operation.isBarrier,
      let queue = facts.index.queue(of: target), !facts.queue(queue).isMain,
      let began = blockedThreads.begin(of: waiter),
      let dispatch = operation.intervals.last(where: { $0.state == .dispatch })
    else { return nil }
    let from = max(dispatch.start, began)
    let waited = dispatch.end.nanoseconds(since: from)
    let blocked = blockedThreads.count(at: from)
    guard from < dispatch.end, waited >= facts.thresholds.nanoseconds(.dispatch),
      blocked >= processors
    else { return nil }
    return .workers(waited: waited, blocked: blocked)
  }
}

/// How many threads of operations were blocked in waits at any moment.
private struct BlockedThreads {
  private var begins: [TraceInstant] = []
  private var ends: [TraceInstant] = []
  private var firstBegins: [OperationID: TraceInstant] = [:]
  private let index: TraceIndex

  init(_ index: TraceIndex) {
    self.index = index
    // Of nested waits, as of one for a whole queue, the outermost is what counts.
    var openUntil: [ThreadID: TraceInstant] = [:]
    for wait in index.trace.waits {
      guard let waiter = wait.waiter else { continue }
      if firstBegins[waiter] == nil { firstBegins[waiter] = wait.start }
      if let end = openUntil[wait.thread], wait.start < end { continue }
      let end = wait.end ?? .never
      openUntil[wait.thread] = end
      begins.append(wait.start)
      ends.append(end)
    }
    begins.sort()
    ends.sort()
  }

  /// How many there were at a moment.
  func count(at moment: TraceInstant) -> Int {
    begins.partitioningIndex { $0 > moment } - ends.partitioningIndex { $0 > moment }
  }

  /// When an operation began its first wait.
  func begin(of operation: Int) -> TraceInstant? {
    firstBegins[index.trace.operations[operation].id]
  }
}
