import TraceEvents

/// How many operations of a queue were in which state over time, from the moments at which they passed on.
struct QueueHistory {
  private(set) var depth: [QueueDepth] = []
  private(set) var peak = 0
  private var executingTime = 0.0
  private var busyTime = 0.0
  private var span = 0.0
  /// From when on everything is known, and is counted.
  private var start = TraceInstant.zero

  private var begins: [UInt64] = []
  private var readies: [UInt64] = []
  private var executions: [UInt64] = []
  private var ends: [UInt64] = []
  private var hasExecuted = false

  /// Adds an operation of the queue.
  mutating func add(_ milestones: TracedOperation.Milestones, _ timeline: OperationTimeline) {
    let isFinished = milestones.finished != nil
    begins.append(timeline.begin.nanoseconds)
    if isFinished || milestones.ready != nil { readies.append(timeline.ready.nanoseconds) }
    if isFinished || milestones.started != nil {
      executions.append(timeline.execution.nanoseconds)
    }
    if isFinished { ends.append(timeline.end.nanoseconds) }
    if milestones.started != nil { hasExecuted = true }
  }

  /// Goes through the moments once; how busy it was counts from a moment on.
  mutating func run(countingFrom start: TraceInstant, end: TraceInstant) {
    self.start = start
    // What is in order already, as all but the ready times are in a sound trace, costs one look.
    begins.sort()
    readies.sort()
    executions.sort()
    ends.sort()
    guard let first = begins.first else { return }
    let isDone = ends.count == begins.count
    let last = isDone ? max(first, ends.last ?? first) : max(first, end.nanoseconds)
    span = Double(last - min(last, max(first, start.nanoseconds)))

    var place = (begin: 0, ready: 0, execution: 0, end: 0)
    var before = QueueDepth(instant: .zero, waiting: 0, queued: 0, executing: 0)
    var instant = first
    while true {
      begins.skip(&place.begin, through: instant)
      readies.skip(&place.ready, through: instant)
      executions.skip(&place.execution, through: instant)
      ends.skip(&place.end, through: instant)
      let step = QueueDepth(
        instant: TraceInstant(nanoseconds: instant),
        waiting: place.begin - place.ready,
        queued: place.ready - place.execution,
        executing: place.execution - place.end
      )
      account(for: before, until: instant)
      if !step.counts(equal: before) { depth.append(step) }
      peak = max(peak, step.executing)
      before = step
      let next = (
        begins.element(place.begin), readies.element(place.ready),
        executions.element(place.execution), ends.element(place.end)
      )
      if next == (nil, nil, nil, nil) { break }
      instant = min(next.0 ?? .max, next.1 ?? .max, next.2 ?? .max, next.3 ?? .max)
    }
    account(for: before, until: last)
    // Executions of no length at all are executions still.
    if hasExecuted { peak = max(peak, 1) }
  }

  private mutating func account(for step: QueueDepth, until instant: UInt64) {
    let begin = max(step.instant, start)
    let length = Double(TraceInstant(nanoseconds: instant).nanoseconds(since: begin))
    executingTime += Double(step.executing) * length
    if step.executing > 0 { busyTime += length }
  }

  /// The mean number of executing operations; zero for a span of no length.
  var meanConcurrency: Double {
    span > 0 ? executingTime / span : 0
  }

  /// The share of the span in which something executed, from 0 to 1.
  var busyShare: Double {
    span > 0 ? min(1, busyTime / span) : 0
  }
}

extension QueueDepth {
  /// Whether two steps differ in time only.
  fileprivate func counts(equal other: QueueDepth) -> Bool {
    (waiting, queued, executing) == (other.waiting, other.queued, other.executing)
  }
}

extension Array where Element == UInt64 {
  /// Moves a place behind all moments up to one.
  fileprivate func skip(_ place: inout Int, through instant: UInt64) {
    while place < count, self[place] <= instant { place += 1 }
  }

  fileprivate func element(_ place: Int) -> UInt64? {
    place < count ? self[place] : nil
  }
}
