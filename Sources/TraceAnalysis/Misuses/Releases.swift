import TraceEvents
import TraceModel

/// Finishes that let many operations of one queue go on at once, and how long each kept its thread busy.
struct Release: Sendable {
  /// The position of the operation that finished.
  var source: Int
  /// The position of the queue of those that went on.
  var queue: Int
  /// Those that its finish made ready, by position.
  var released: [Int]
  /// How long the thread that finished it was busy with that, in nanoseconds.
  var busy: UInt64
  /// Whether an event says how long; else it is concluded from what the thread did next.
  var isMeasured: Bool

  /// The finishes that released at least so many operations of one queue, with those that kept no thread busy left out.
  static func all(in facts: StallFacts, atLeast count: Int) -> [Release] {
    let groups = groups(in: facts, atLeast: count)
    guard !groups.isEmpty else { return [] }
    let measured = Dictionary(
      (facts.log.events[.finishNotificationReturned] ?? []).compactMap { event in
        facts.index.position(of: event.operation).map { ($0, event.argument) }
      },
      uniquingKeysWith: max
    )
    let resumed = resumptions(after: Set(groups.keys.map(\.source)), in: facts)
    return groups.keys.sorted { ($0.source, $0.queue) < ($1.source, $1.queue) }
      .compactMap { key in
        let released = groups[key] ?? []
        if let busy = measured[key.source] {
          return Release(
            source: key.source,
            queue: key.queue,
            released: released,
            busy: busy,
            isMeasured: true
          )
        }
        // A class that notifies its finish itself would have said if that had taken long.
        let source = facts.operation(key.source)
        guard !source.classTraits.contains(.overridesIsFinished),
          let finished = source.milestones.finished,
          let last = released.compactMap({ facts.operation($0).milestones.started }).max(),
          couldStart(released, in: facts)
        else { return nil }
        let end = min(resumed[key.source] ?? last, last)
        return Release(
          source: key.source,
          queue: key.queue,
          released: released,
          busy: end > finished ? end.nanoseconds(since: finished) : 0,
          isMeasured: false
        )
      }
  }

  private struct Key: Hashable {
    var source: Int
    var queue: Int
  }

  /// The operations that became ready by the finish of another, by that one and by their queue.
  private static func groups(in facts: StallFacts, atLeast count: Int) -> [Key: [Int]] {
    let operations = facts.index.trace.operations
    func forEachSource(of position: Int, _ body: (Int) -> Void) {
      guard let ready = operations[position].milestones.ready else { return }
      facts.index.forEachDependency(of: position) { dependency in
        if operations[dependency].milestones.finished == ready { body(dependency) }
      }
    }
    // Most operations release few: those that do need no list.
    var counts = [Int](repeating: 0, count: operations.count)
    for position in operations.indices {
      forEachSource(of: position) { counts[$0] += 1 }
    }
    guard counts.contains(where: { $0 >= count }) else { return [:] }
    var groups: [Key: [Int]] = [:]
    for position in operations.indices {
      guard let queue = facts.index.queue(of: position) else { continue }
      forEachSource(of: position) { source in
        guard counts[source] >= count else { return }
        groups[Key(source: source, queue: queue), default: []].append(position)
      }
    }
    return groups.filter { $0.value.count >= count }
  }

  /// Whether most of some operations had a slot all the while: then a thread that does nothing is busy with something.
  private static func couldStart(_ operations: [Int], in facts: StallFacts) -> Bool {
    let held = operations.count { position in
      let accounting = facts.operation(position).accounting
      return accounting.waitingForSlot > 0 || accounting.queueSuspended > 0
    }
    return held * 2 < operations.count
  }

  /// When the thread on which an operation started went on with another one after its finish, by operation.
  ///
  /// Foundation's own `start()` finishes the operation on its thread, and returns when all that waits for it has been told.
  private static func resumptions(after operations: Set<Int>, in facts: StallFacts)
    -> [Int: TraceInstant]
  {
    var open: [ThreadID: Int] = [:]
    var resumed: [Int: TraceInstant] = [:]
    for event in facts.index.trace.log.events {
      switch event.kind {
      case .started, .completionBegan, .barrierBegan:
        if let operation = open.removeValue(forKey: event.thread) {
          resumed[operation] = event.instant
        }
      case .finished:
        guard let position = facts.index.position(of: event.operation),
          operations.contains(position),
          facts.operation(position).startThread == event.thread
        else { continue }
        open[event.thread] = position
      default:
        continue
      }
    }
    return resumed
  }
}
