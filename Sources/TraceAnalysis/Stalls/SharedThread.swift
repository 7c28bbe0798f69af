import TraceEvents
import TraceModel

/// Operations that wait for one which no thread comes for, and probably keep the only thread that could.
///
/// Queues with the same serial `underlyingQueue` have one thread between them. The recording does not show what a queue has
/// underneath, but it shows that a waiter stands in the way of what it waits for, though there are slots and workers, and
/// whether the queues have ever executed two operations at a time: then they do not share a thread.
struct SharedThread {
  /// Positions of the operations that wait, the nearest first.
  let keepers: [Int]

  /// Their queues and those of what waits for a thread.
  let queues: [Int]

  init?(behind root: StallRoot, in context: DiagnosisContext) {
    let facts = context.facts
    let starved = Set(root.operations.compactMap { facts.index.queue(of: $0) })
    let keepers = context.blocked(by: root).filter { position in
      guard facts.situations[position] == .inside, let queue = facts.index.queue(of: position)
      else { return false }
      return !starved.contains { Self.haveOverlapped(queue, $0, in: facts) }
    }
    if keepers.isEmpty || starved.isEmpty { return nil }
    self.keepers = keepers
    queues = starved.union(keepers.compactMap { facts.index.queue(of: $0) }).sorted()
  }

  /// Whether two queues, or one by itself, have executed two operations at the same time on different threads.
  private static func haveOverlapped(_ a: Int, _ b: Int, in facts: StallFacts) -> Bool {
    let stays = Set([a, b]).flatMap { queue in
      facts.index.members[queue].compactMap { stay(of: $0, in: queue, facts) }
    }
    .sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    var last: Stay?
    for stay in stays {
      if let last, stay.start < last.end, stay.thread != last.thread { return true }
      if last.map({ stay.end > $0.end }) ?? true { last = stay }
    }
    return false
  }

  private struct Stay {
    var start: TraceInstant
    var end: TraceInstant
    var thread: ThreadID?
  }

  /// From when to when a thread was inside an operation.
  private static func stay(of position: Int, in queue: Int, _ facts: StallFacts) -> Stay? {
    let operation = facts.operation(position)
    guard let start = operation.milestones.started else { return nil }
    return Stay(
      start: start,
      end: operation.milestones.startReturned ?? facts.end,
      thread: operation.startThread
    )
  }
}

// MARK: - Words

extension SharedThread {
  /// What they probably do, to go on after a clause that says who waits, such as " and probably keeps the thread that is
  /// needed: queues models and views seem to share a serial underlyingQueue".
  func suspicion(of waiting: [Int], in context: DiagnosisContext) -> String {
    let verb = keepers.count == 1 ? "keeps" : "keep"
    let who = waiting == keepers ? "" : ", and \(context.names.operations(keepers))"
    let place = context.names.queues(queues)
    let sharing = queues.count == 1 ? "\(place) seems to have" : "\(place) seem to share"
    return "\(who.isEmpty ? " and" : who) probably \(verb) the thread that is needed: "
      + "\(sharing) a serial underlyingQueue"
  }

  /// What to change, as a sentence.
  func advice(for root: StallRoot, in context: DiagnosisContext) -> String {
    let names = context.names
    let waited = names.operations(root.operations)
    let keeper = names.operations(keepers)
    let place = names.queues(root.queues)
    let does = keepers.count == 1 ? "does" : "do"
    return "If \(names.queues(queues)) \(queues.count == 1 ? "has" : "have") a serial "
      + "underlyingQueue, do not wait for \(waited) inside \(keeper): make \(waited) a dependency of "
      + "what \(keeper) \(does) next, or give \(place) an underlyingQueue of its own; if not, see "
      + "what else keeps threads from coming to \(place)."
  }
}
