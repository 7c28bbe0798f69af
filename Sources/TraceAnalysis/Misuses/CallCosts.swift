import TraceEvents
import TraceModel

/// What it costs in a trace to put an operation through a queue, as far as its own events tell.
///
/// Threads that add operations one after the other, and those that take up one after the other, do so at the pace at which
/// Foundation lets them. The quickest of such steps have the least of anything else in them. A thread that has other
/// things to do between two operations would make the cost seem larger: steps that no call takes are not looked at, and where
/// nobody was in a hurry there is no cost.
struct CallCosts: Sendable {
  /// The cost in nanoseconds by position of the queue; nil where the trace doesn't tell.
  private let costs: [UInt64?]

  /// No call is quicker: an array of operations is recorded at once before the call that adds it.
  private static let shortest: UInt64 = 500
  /// No call takes longer, unless something else is in it.
  private static let longest: UInt64 = 100_000

  init(_ facts: StallFacts, atLeast samples: Int) {
    let index = facts.index
    // By the place of the thread: a look-up for each of some millions of events.
    typealias Last = (queue: Int, instant: TraceInstant)
    var lastEnqueue = [Last?](repeating: nil, count: index.trace.threads.count)
    var lastFinish = lastEnqueue
    var (adding, taking): ([Steps], [Steps]) = (
      Array(repeating: Steps(), count: index.trace.queues.count),
      Array(repeating: Steps(), count: index.trace.queues.count)
    )
    for event in index.trace.log.events {
      switch event.kind {
      case .enqueued:
        guard let queue = index.position(of: event.queue),
          let thread = index.trace.position(of: event.thread)
        else { continue }
        if let last = lastEnqueue[thread], last.queue == queue {
          adding[queue].add(event.instant.nanoseconds(since: last.instant))
        }
        lastEnqueue[thread] = (queue, event.instant)
      case .finished:
        guard let position = index.position(of: event.operation),
          let queue = index.queue(of: position),
          let thread = index.trace.position(of: event.thread)
        else { continue }
        lastFinish[thread] = (queue, event.instant)
      case .started:
        guard let thread = index.trace.position(of: event.thread), let last = lastFinish[thread]
        else { continue }
        lastFinish[thread] = nil
        guard let position = index.position(of: event.operation),
          index.queue(of: position) == last.queue
        else { continue }
        taking[last.queue].add(event.instant.nanoseconds(since: last.instant))
      default:
        continue
      }
    }
    costs = zip(adding, taking).map { adding, taking in
      [adding, taking].compactMap { $0.typical(atLeast: samples / 4) }.min()
    }
  }

  /// The cost of one operation of a queue, in nanoseconds.
  subscript(queue: Int) -> UInt64? {
    costs[queue]
  }

  /// The time between one operation and the next on a thread.
  private struct Steps {
    private var lengths: [UInt64] = []

    mutating func add(_ length: UInt64) {
      if length >= CallCosts.shortest { lengths.append(length) }
    }

    /// What the quickest hundredth takes at most; nil when they are few, or too slow to be a call alone.
    func typical(atLeast count: Int) -> UInt64? {
      guard lengths.count >= max(1, count) else { return nil }
      let length = lengths.value(ofRank: lengths.count / 100)
      return length <= CallCosts.longest ? length : nil
    }
  }
}
