import TraceEvents

/// Goes through a queue's life and finds out since when each operation that started had a slot, and who had left it.
///
/// Foundation gives a free slot at once to an operation that is ready, and then waits for a thread. To whom, no event
/// tells; but who started first was given one before. So of those that are ready the one that starts first gets the slot:
/// this finds a way to give slots that fits all starts whenever there is one.
struct SlotSweep {
  /// An operation that started in the queue.
  struct Candidate {
    var operation: UInt32
    var ready: UInt64
    var execution: UInt64
    /// When it left its slot; nil if it never did.
    var end: UInt64?
  }

  /// A slot as it was given.
  struct Grant {
    var since: UInt64
    /// The operation that had left it at that moment.
    var leftBy: UInt32?
  }

  /// The slots of the candidates, in their order.
  private(set) var grants: [Grant?]
  /// Since when there has been a free slot that nobody took up to the end.
  private(set) var freeSince: UInt64?

  private let candidates: [Candidate]
  private var readies: ArraySlice<Int>
  private var starts: ArraySlice<Int>
  private var finishes: ArraySlice<Int>
  private var limits: ArraySlice<TracedQueue.LimitChange>
  private var switches: ArraySlice<UInt64>

  private var capacity: Int
  private var free: Int
  /// How many execute beyond the limit, because it was lowered or nobody asked it.
  private var excess = 0
  private var isSuspended = false
  /// Candidates that are ready and have no slot; some may have started without one.
  private var waiting = MinHeap()
  /// Who left a slot at the moment at hand.
  private var leavers: ArraySlice<UInt32> = []

  /// Takes the candidates in the order of their starts.
  init(
    _ candidates: [Candidate],
    limits: [TracedQueue.LimitChange],
    suspensions: [TracedQueue.Suspension]
  ) {
    self.candidates = candidates
    grants = Array(repeating: nil, count: candidates.count)
    readies = candidates.indices.sorted { candidates[$0].ready < candidates[$1].ready }[...]
    starts = Array(candidates.indices)[...]
    // One that leaves in the nanosecond of its start leaves when it starts.
    finishes =
      candidates.indices.filter { candidates[$0].end ?? 0 > candidates[$0].execution }
      .sorted { candidates[$0].end ?? 0 < candidates[$1].end ?? 0 }[...]
    self.limits = limits.dropFirst()
    switches = suspensions.flatMap { [$0.start.nanoseconds, $0.end?.nanoseconds ?? .max] }[...]
    capacity = Self.capacity(limits.first?.limit ?? -1)
    free = capacity
    freeSince = free > 0 ? 0 : nil
  }

  /// As Foundation counts: the default is the largest number it knows.
  private static func capacity(_ limit: Int) -> Int {
    limit < 0 ? Int(Int32.max) : min(limit, Int(Int32.max))
  }

  /// Goes through all moments in order.
  mutating func run() {
    while let instant = nextInstant {
      leavers = []
      while let next = finishes.popFirst(where: { candidates[$0].end ?? 0 <= instant }) {
        leave(next)
      }
      while let next = limits.popFirst(where: { $0.instant.nanoseconds <= instant }) {
        setLimit(next.limit)
      }
      while switches.popFirst(where: { $0 <= instant }) != nil { isSuspended.toggle() }
      while let next = readies.popFirst(where: { candidates[$0].ready <= instant }) {
        waiting.insert(next)
      }
      grantSlots(at: instant)
      while let next = starts.popFirst(where: { candidates[$0].execution <= instant }) {
        start(next, at: instant)
      }
      if free == 0 { freeSince = nil } else if freeSince == nil { freeSince = instant }
    }
  }

  private var nextInstant: UInt64? {
    let ready = readies.first.map { candidates[$0].ready }
    let start = starts.first.map { candidates[$0].execution }
    let finish = finishes.first.flatMap { candidates[$0].end }
    let limit = limits.first?.instant.nanoseconds
    guard ready != nil || start != nil || finish != nil || limit != nil || !switches.isEmpty else {
      return nil
    }
    let others = min(finish ?? .max, limit ?? .max, switches.first ?? .max)
    return min(ready ?? .max, start ?? .max, others)
  }

  private mutating func leave(_ candidate: Int) {
    if excess > 0 {
      excess -= 1
    } else {
      free += 1
      leavers.append(candidates[candidate].operation)
    }
  }

  private mutating func setLimit(_ limit: Int) {
    let change = Self.capacity(limit) - capacity
    capacity += change
    if change > 0 {
      let paid = min(excess, change)
      excess -= paid
      free += change - paid
    } else {
      let taken = min(free, -change)
      free -= taken
      excess += -change - taken
    }
  }

  private mutating func grantSlots(at instant: UInt64) {
    while free > 0, !isSuspended, let next = waiting.popMin()?.number {
      guard grants[next] == nil else { continue }
      free -= 1
      let leftBy = candidates[next].ready < instant ? leavers.popFirst() : nil
      grants[next] = Grant(since: instant, leftBy: leftBy)
    }
  }

  private mutating func start(_ candidate: Int, at instant: UInt64) {
    if grants[candidate] == nil {
      grants[candidate] = Grant(since: instant)
      excess += 1
    }
    if candidates[candidate].end == instant {
      leave(candidate)
      grantSlots(at: instant)
    }
  }
}

extension ArraySlice {
  /// Takes the first element off if it belongs.
  fileprivate mutating func popFirst(where belongs: (Element) -> Bool) -> Element? {
    guard let first, belongs(first) else { return nil }
    return popFirst()
  }
}
