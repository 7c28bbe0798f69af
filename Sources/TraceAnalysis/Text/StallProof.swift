import TraceEvents
import TraceModel

/// Words for chains of waits: who waits for whom, by what, for how long.
struct StallProof {
  private let context: DiagnosisContext
  private let facts: StallFacts
  private let names: TraceNames

  /// The most steps of a chain, and the most roots, that are written out.
  private let longest = 12

  init(_ context: DiagnosisContext) {
    self.context = context
    facts = context.facts
    names = context.names
  }

  /// The chain from what is stuck down to some roots of a rule, and what the rule adds, a line each.
  func lines(for roots: [StallRoot], of rule: some StallRule) -> [String] {
    let shown = roots.prefix(longest)
    var lines = threads(waitingFor: roots)
    if let last = roots.lazy.compactMap({ context.blocked(by: $0).last }).first {
      lines += chain(from: last)
    }
    lines += shown.flatMap { rule.evidence(for: $0, in: context) }
    if roots.count > shown.count {
      lines.append("and \(CountText.grouped(roots.count - shown.count)) more of the same kind")
    }
    return lines
  }

  /// Who waits at the end of the chain without being an operation: usually the thread a person looks at first.
  private func threads(waitingFor roots: [StallRoot]) -> [String] {
    var lines: [String] = []
    for wait in roots.prefix(longest).flatMap({ context.threadsWaiting(for: $0) }) {
      let line =
        "\(names.thread(wait.thread)) has been blocked in \(call(of: wait)) "
        + "for \(DurationText.short(facts.age(since: wait.since)))"
      if !lines.contains(line) { lines.append(line) }
      if lines.count == 3 { break }
    }
    return lines
  }

  /// The steps from an operation to its root; of a long chain the middle is counted only.
  private func chain(from operation: Int) -> [String] {
    var edges: [Int] = []
    var node = operation
    while let edge = context.solution.nextEdge[node] {
      edges.append(edge)
      node = facts.graph.digraph.targets[edge]
    }
    let steps = self.steps(edges)
    if steps.count <= longest { return steps.map { clause($0, .aged) } }
    let half = longest / 2
    return steps.prefix(half).map { clause($0, .aged) }
      + ["and so on through \(CountText.of(steps.count - 2 * half, "more operation"))"]
      + steps.suffix(half).map { clause($0, .aged) }
  }

  /// How long an operation has been waiting in a step, in nanoseconds.
  func age(of step: Step) -> UInt64 {
    if case .wait(let number) = step.reason {
      return facts.age(since: facts.openWaits[number].since)
    }
    let milestones = facts.operation(step.operation).milestones
    return facts.age(since: milestones.started ?? milestones.enqueued ?? milestones.seen)
  }
}

extension StallProof {
  /// One step of a chain, from an operation to the next one.
  struct Step {
    /// The operation that waits.
    var operation: Int
    /// By what.
    var reason: WaitForGraph.Reason
    /// The operation it waits for.
    var next: Int
  }

  /// The steps between operations along some edges, which form a path.
  func steps(_ edges: [Int]) -> [Step] {
    let graph = facts.graph
    var steps: [Step] = []
    var open: (operation: Int, reason: WaitForGraph.Reason)?
    for edge in edges {
      if case .operation(let operation) = graph.node(graph.digraph.sources[edge]) {
        open = (operation, graph.reasons[edge])
      }
      if case .operation(let next) = graph.node(graph.digraph.targets[edge]), let from = open {
        steps.append(Step(operation: from.operation, reason: from.reason, next: next))
        open = nil
      }
    }
    return steps
  }

  /// How a clause begins.
  enum Opening {
    /// "resize waits"
    case plain
    /// "resize has not started: it waits"
    case ofSentence
    /// "resize has waited 12.4 s"
    case aged
  }

  /// What a step says, such as "resize waits for a slot of queue images (limit 1), held by decode for 12.4 s".
  func clause(_ step: Step, _ opening: Opening = .plain) -> String {
    let operation = names.operation(step.operation)
    let next = names.operation(step.next)
    let (waits, isBlocked) = begin(step, opening)
    switch step.reason {
    case .dependency, .member:
      return "\(waits) for \(next)"
    case .barrier where facts.operation(step.operation).isBarrier:
      return "\(waits) for \(next), which was added before it"
    case .barrier:
      return "\(waits) behind \(next), which was added before it"
    case .slot, .holder:
      guard let queue = facts.index.queue(of: step.operation) else { return "\(waits) for a slot" }
      return "\(waits) for a slot of \(slots(of: queue))"
    case .wait(let number):
      let wait = facts.openWaits[number]
      let blocked = "\(isBlocked) in \(call(of: wait))"
      if case .operation = wait.target { return blocked }
      if step.next == step.operation { return "\(blocked), to which it belongs itself" }
      return "\(blocked), where \(next) has not finished"
    case .group:
      return "\(operation) has not finished and probably waits for \(next), which it added itself"
    case .nestedStart:
      return "\(isBlocked) in start() of \(next), which it called itself"
    case .selfDependency:
      return "\(isBlocked) in the call that makes \(next) depend on itself"
    }
  }

  private func begin(_ step: Step, _ opening: Opening) -> (waits: String, isBlocked: String) {
    let operation = names.operation(step.operation)
    let hasStarted = facts.operation(step.operation).milestones.started != nil
    switch opening {
    case .ofSentence where !hasStarted:
      return ("\(operation) has not started: it waits", "\(operation) is blocked")
    case .aged:
      let age = DurationText.short(age(of: step))
      return ("\(operation) has waited \(age)", "\(operation) has been blocked for \(age)")
    default:
      return ("\(operation) waits", "\(operation) is blocked")
    }
  }

  /// A queue's slots and who holds them, such as "queue images (limit 1), held by decode on thread 4711 for 12.4 s".
  func slots(of queue: Int) -> String {
    let holders = facts.holders[queue]
    let limit = facts.queue(queue).slotLimit ?? holders.count
    let texts = holders.prefix(4).map { holder in
      let operation = facts.operation(holder)
      var text = names.operation(holder)
      if facts.situations[holder] == .inside, let thread = operation.startThread {
        text += " on \(names.thread(thread))"
      }
      if let started = operation.milestones.started {
        text += " for \(DurationText.short(facts.age(since: started)))"
      }
      return text
    }
    let list = CountText.list(texts, of: holders.count)
    return "\(names.queue(queue)) (limit \(CountText.grouped(limit))), held by \(list)"
  }

  /// The call that waits, such as "waitUntilFinished on resize".
  func call(of wait: OpenWait) -> String {
    switch wait.target {
    case .operation(let operation):
      "waitUntilFinished on \(names.operation(operation))"
    case .queue(let queue):
      "waitUntilAllOperationsAreFinished on \(names.queue(queue))"
    }
  }
}
