import TraceModel

extension Replay {
  /// What a replay comes to.
  package struct Run: Sendable {
    /// When each operation got its slot, by its place in the trace; nil for one that did not.
    package var grants: [UInt64?]
    /// When each operation finished, by its place in the trace; nil for one that did not.
    package var finishes: [UInt64?]

    /// The last finish of all; nil when nothing finished.
    package var end: UInt64? {
      finishes.lazy.compactMap { $0 }.max()
    }
  }

  /// Plays the run with these limits of the queues, by position; nil is no limit.
  package func run(operationCount: Int, limits: [Int?]) -> Run {
    var player = ReplayPlayer(self, operationCount: operationCount, limits: limits)
    player.play()
    return player.run
  }
}

/// Goes through the moments of a replay in order.
private struct ReplayPlayer {
  private let replay: Replay
  private(set) var run: Replay.Run
  /// How many constraints of an operation are still to come, by place.
  private var pending: [Int]
  /// When the last constraint so far lets an operation go on, by place.
  private var arrival: [UInt64]
  /// How many slots are free, by queue; nil for no limit.
  private var free: [Int?]
  /// Those that are ready and wait for a slot, by queue.
  private var waiting: [MinHeap]
  /// What happens later, by its moment: the place of one that finishes, or behind all places that of one that is ready then.
  private var moments = MinHeap()
  /// The queues that may have a free slot for one that waits, at the moment at hand.
  private var touched: [Int] = []
  /// Those that have become ready at the moment at hand.
  private var arrivals: [Int] = []
  private var instant: UInt64 = 0

  init(_ replay: Replay, operationCount: Int, limits: [Int?]) {
    self.replay = replay
    run = Replay.Run(
      grants: Array(repeating: nil, count: operationCount),
      finishes: Array(repeating: nil, count: operationCount)
    )
    pending = replay.parts.indices.map { replay.constraints.edges(to: $0).count }
    arrival = replay.parts.map(\.arrival)
    free = limits
    waiting = limits.map { _ in MinHeap() }
  }

  mutating func play() {
    let count = replay.parts.count
    for place in 0..<count where pending[place] == 0 {
      moments.insert(place + count, key: ready(place))
    }
    while let next = moments.min {
      instant = next.key
      while let moment = moments.min, moment.key == instant {
        _ = moments.popMin()
        if moment.number < count {
          finish(moment.number)
        } else {
          arrivals.append(moment.number - count)
        }
      }
      grantSlots()
    }
  }

  private func ready(_ place: Int) -> UInt64 {
    arrival[place].addingSaturating(replay.parts[place].hold)
  }

  /// Gives slots one by one: what takes no time frees its slot, and what waits for it, before the next one is given.
  private mutating func grantSlots() {
    while true {
      if let place = arrivals.popLast() {
        if let queue = replay.parts[place].queue, free[queue] != nil {
          waiting[queue].insert(place)
          touched.append(queue)
        } else {
          grant(place)
        }
      } else if let queue = touched.last {
        if let slots = free[queue], slots > 0, let next = waiting[queue].popMin()?.number {
          free[queue] = slots - 1
          grant(next)
        } else {
          touched.removeLast()
        }
      } else {
        return
      }
    }
  }

  private mutating func grant(_ place: Int) {
    let part = replay.parts[place]
    run.grants[part.position] = instant
    release(from: place, afterGrant: true)
    guard let length = part.length else { return }
    if length == 0 { return finish(place) }
    let end = instant.addingSaturating(length)
    moments.insert(place, key: end)
  }

  private mutating func finish(_ place: Int) {
    let part = replay.parts[place]
    run.finishes[part.position] = instant
    if let queue = part.queue, let slots = free[queue] {
      free[queue] = slots + 1
      touched.append(queue)
    }
    release(from: place, afterGrant: false)
  }

  /// Lets what waits for an operation's grant or finish go on.
  private mutating func release(from place: Int, afterGrant: Bool) {
    for edge in replay.constraints.edges(from: place)
    where replay.lags[edge].isAfterGrant == afterGrant {
      let target = replay.constraints.targets[edge]
      let moment = instant.addingSaturating(replay.lags[edge].nanoseconds)
      arrival[target] = max(arrival[target], moment)
      pending[target] -= 1
      guard pending[target] == 0 else { continue }
      let ready = ready(target)
      if ready <= instant {
        arrivals.append(target)
      } else {
        moments.insert(target + replay.parts.count, key: ready)
      }
    }
  }
}

extension UInt64 {
  /// The sum, or the largest number where there is none.
  fileprivate func addingSaturating(_ other: UInt64) -> UInt64 {
    let sum = addingReportingOverflow(other)
    return sum.overflow ? .max : sum.partialValue
  }
}
