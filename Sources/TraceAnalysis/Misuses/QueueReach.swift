import TraceEvents
import TraceModel

/// What operations need of a queue, by themselves, by what they depend on and by what they wait for.
struct QueueReach {
  /// The last operations of a queue that one reaches: by the moment at which it was added, and got its slot.
  private struct Last {
    var enqueued: Moment?
    var granted: Moment?

    mutating func merge(_ other: Last) {
      if other.enqueued?.instant ?? .zero > enqueued?.instant ?? .zero { enqueued = other.enqueued }
      if other.granted?.instant ?? .zero > granted?.instant ?? .zero { granted = other.granted }
    }
  }

  private struct Moment {
    var instant: TraceInstant
    var operation: Int
  }

  private struct Key: Hashable {
    var operation: Int
    var queue: Int
  }

  private let facts: StallFacts
  /// What operations waited for in calls, by their positions.
  private let waits: [Int: [Int]]
  private var known: [Key: Last] = [:]
  /// How many operations may still be looked at: a hostile trace could ask for the square of its length.
  private var budget: Int

  init(_ facts: StallFacts) {
    self.facts = facts
    let index = facts.index
    var waits: [Int: [Int]] = [:]
    for edge in index.trace.edges where edge.kind == .wait {
      guard let waiter = index.position(of: edge.target),
        let target = index.position(of: edge.source)
      else { continue }
      waits[waiter, default: []].append(target)
    }
    self.waits = waits
    budget = 4 * (index.trace.operations.count + index.trace.edges.count) + 1024
  }

  /// An operation of a queue that the target needs and that had no slot of it yet when the waiter had one; nil for none.
  mutating func needed(by target: Int, of queue: Int, besides waiter: Int) -> Int? {
    let milestones = facts.operation(waiter).milestones
    guard let started = milestones.started else { return nil }
    let last = self.last(of: Key(operation: target, queue: queue))
    if let granted = last.granted, granted.instant > started, granted.operation != waiter {
      return granted.operation
    }
    // One that was added after the waiter comes after it, too, where there is one slot for both.
    if let enqueued = last.enqueued, enqueued.operation != waiter,
      enqueued.instant > milestones.enqueued ?? .never
    {
      return enqueued.operation
    }
    return nil
  }

  /// Looks at all that an operation reaches, each once, with a stack of its own: chains may be long.
  private mutating func last(of key: Key) -> Last {
    var calls = [Call(operation: key.operation)]
    var open: Set<Int> = []
    while var call = calls.popLast() {
      let place = Key(operation: call.operation, queue: key.queue)
      if let next = call.successors {
        known[place] = judge(place, next)
      } else if known[place] == nil, open.insert(call.operation).inserted {
        let next = budget > 0 ? successors(of: call.operation) : []
        budget -= next.count + 1
        call.successors = next
        calls.append(call)
        for operation in next where !open.contains(operation) {
          calls.append(Call(operation: operation))
        }
      }
    }
    return known[key] ?? Last()
  }

  /// An operation to look at; once its successors are known, they have been looked at when it is met again.
  private struct Call {
    var operation: Int
    var successors: [Int]?
  }

  private func successors(of operation: Int) -> [Int] {
    facts.index.dependencies(of: operation) + (waits[operation] ?? [])
  }

  private func judge(_ key: Key, _ successors: [Int]) -> Last {
    var last = own(key)
    for next in successors {
      if let other = known[Key(operation: next, queue: key.queue)] { last.merge(other) }
    }
    return last
  }

  /// What an operation needs of the queue itself: a slot, if it is in there and was not dropped.
  private func own(_ key: Key) -> Last {
    let operation = facts.operation(key.operation)
    guard facts.index.queue(of: key.operation) == key.queue,
      let enqueued = operation.milestones.enqueued,
      operation.outcome != .cancelledBeforeStart, !operation.isBarrier
    else { return Last() }
    return Last(
      enqueued: Moment(instant: enqueued, operation: key.operation),
      granted: Moment(instant: granted(operation), operation: key.operation)
    )
  }

  /// When an operation got its slot.
  private func granted(_ operation: TracedOperation) -> TraceInstant {
    guard let started = operation.milestones.started else { return .never }
    return operation.intervals.last { $0.state == .dispatch }?.start ?? started
  }
}
