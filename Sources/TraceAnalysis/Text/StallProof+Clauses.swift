import TraceEvents
import TraceModel

extension StallProof {
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
  ///
  /// Of a thread that only probably waits it says where it stands, unless `hasPlace` is false.
  func clause(
    _ step: StallWalk.Step,
    _ opening: Opening = .plain,
    hasPlace: Bool = true
  ) -> String {
    let waiter = name(of: step.waiter)
    let next = name(of: step.next)
    let (waits, isBlocked) = begin(step, opening)
    switch step.reason {
    case .dependency, .member:
      return "\(waits) for \(next)"
    case .barrier where isBarrier(step.waiter):
      return "\(waits) for \(next), which was added before it"
    case .barrier:
      return "\(waits) behind \(next), which was added before it"
    case .slot, .holder:
      guard let queue = step.operation.flatMap({ facts.index.queue(of: $0) }) else {
        return "\(waits) for a slot"
      }
      return "\(waits) for a slot of \(slots(of: queue))"
    case .wait(let number):
      let wait = facts.openWaits[number]
      let blocked = "\(isBlocked) in \(call(of: wait))"
      if case .operation = wait.target { return blocked }
      if step.next == step.waiter { return "\(blocked), to which it belongs itself" }
      return "\(blocked), where \(next) has not finished"
    case .group:
      let place = hasPlace ? step.operation.flatMap { stack.whereabouts(of: $0) } : nil
      return "\(waiter) has not finished and probably waits for \(next), which it added itself"
        + (place.map { ": its thread \($0)" } ?? "")
    case .nestedStart:
      return "\(isBlocked) in start() of \(next), which it called itself"
    case .selfDependency:
      return "\(isBlocked) in the call that makes \(next) depend on itself"
    case .call:
      return "\(isBlocked) in a call with \(next) that does not return"
    case .lock:
      return "\(waits) for its queue, whose lock a call with \(next) holds"
    case .aftermath:
      return "\(waiter) has not finished, probably for want of a lock that a call with \(next) "
        + "holds"
    case .suspension:
      let queue = step.operation.flatMap { facts.index.queue(of: $0) }.map { names.queue($0) }
      return "\(waits) for \(queue ?? "its queue") to be resumed"
    case .worker where step.next == .workers:
      return "\(waits) for a worker thread, all of which are blocked"
    case .worker:
      return "\(waits) for a worker thread, one of which \(next) blocks"
    case .mainThread:
      return "\(waits) for the main thread, which alone serves the main queue"
    case .occupant:
      return "\(waiter) is inside start() of \(next)"
    }
  }

  private func isBarrier(_ node: WaitForGraph.Node) -> Bool {
    if case .operation(let operation) = node { facts.operation(operation).isBarrier } else { false }
  }

  /// What a node is called, such as "decode" or "the main thread".
  func name(of node: WaitForGraph.Node) -> String {
    switch node {
    case .operation(let operation): names.operation(operation)
    case .slots(let queue), .all(let queue), .resumption(let queue): names.queue(queue)
    case .barrierBlock(let queue): "the barrier block of \(names.queue(queue))"
    case .workers: "the workers"
    case .mainThread: "the main thread"
    }
  }

  private func begin(
    _ step: StallWalk.Step,
    _ opening: Opening
  ) -> (waits: String, isBlocked: String) {
    let waiter = name(of: step.waiter)
    let hasStarted = step.operation.map { facts.operation($0).milestones.started != nil } ?? true
    switch opening {
    case .ofSentence where !hasStarted:
      return ("\(waiter) has not started: it waits", "\(waiter) is blocked")
    case .aged:
      let age = DurationText.short(age(of: step))
      return ("\(waiter) has waited \(age)", "\(waiter) has been blocked for \(age)")
    default:
      return ("\(waiter) waits", "\(waiter) is blocked")
    }
  }

  /// How long it has been waiting in a step, in nanoseconds.
  private func age(of step: StallWalk.Step) -> UInt64 {
    if case .wait(let number) = step.reason {
      return facts.age(since: facts.openWaits[number].since)
    }
    guard let operation = step.operation else { return 0 }
    let milestones = facts.operation(operation).milestones
    return facts.age(since: milestones.started ?? milestones.enqueued ?? milestones.seen)
  }

  /// A queue's slots and who holds them, such as "queue images (limit 1), held by decode on thread 4711 for 12.4 s".
  func slots(of queue: Int) -> String {
    let holders = facts.holders[queue]
    let limit = facts.queue(queue).slotLimit ?? holders.count
    let place = "\(names.queue(queue)) (limit \(CountText.grouped(limit)))"
    if holders.isEmpty { return place }
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
    return "\(place), held by \(CountText.list(texts, of: holders.count))"
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
