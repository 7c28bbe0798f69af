public import TraceModel

import TraceEvents

extension CriticalPath {
  /// Finds the critical path of a trace; nil when nothing finished.
  ///
  /// Of a recording that keeps its most recent part it begins with that at the earliest: what else led there was dropped.
  /// Of operations that finished last together, the one that was seen first counts. Operations that never finished are on
  /// the path only as far as they enqueued or released others. Takes time that grows with the size of the trace.
  public init?(of trace: Trace) {
    guard var walk = CriticalPathWalk(trace) else { return nil }
    walk.run()
    self.init(segments: walk.segments.reversed())
    guard let horizon = trace.horizon?.instant else { return }
    begin(at: horizon)
    if segments.isEmpty { return nil }
  }

  /// Leaves out what was before a moment.
  private mutating func begin(at moment: TraceInstant) {
    segments.removeAll { $0.end < moment }
    guard let first = segments.first, first.start < moment else { return }
    segments[0].start = moment
    segments[0].edge = nil
  }
}

extension Trace {
  /// The chain of waits and executions that ends with the last finish; nil when nothing finished.
  ///
  /// It is found anew each time: keep it when you need it twice.
  public var criticalPath: CriticalPath? {
    CriticalPath(of: self)
  }
}

/// The way back from the last finish, one operation at a time.
///
/// Time never goes forward on it, and at one moment it comes to an operation only once: it ends whatever the trace says.
private struct CriticalPathWalk {
  /// What was found, the last part first.
  private(set) var segments: [CriticalPath.Segment] = []

  private let trace: Trace
  private let releases: ReleaseIndex
  /// The operation at hand, and up to when it is on the path.
  private var current: Int
  private var cursor: TraceInstant
  /// The operations that the walk came to at the moment at hand.
  private var visited: Set<Int> = []
  private var visitedAt: TraceInstant

  /// An operation that let another go on.
  typealias Step = ReleaseIndex.Release

  init?(_ trace: Trace) {
    var last: (position: Int, finished: TraceInstant)?
    for position in trace.operations.indices {
      guard let finished = trace.operations[position].milestones.finished else { continue }
      if let known = last, known.finished >= finished { continue }
      last = (position, finished)
    }
    guard let last else { return nil }
    self.trace = trace
    releases = ReleaseIndex(trace)
    current = last.position
    cursor = last.finished
    visited = [last.position]
    visitedAt = last.finished
  }

  mutating func run() {
    while let step = visit() {
      mark(step)
      current = step.source
    }
    var start = cursor
    trace.operations.forEachPosition { _, operation in
      start = min(start, operation.begin ?? start)
    }
    if start < cursor { emit(.waitingForDependencies, from: start, of: nil) }
  }

  /// Goes back through the operation at hand to where another let it go on; nil when none did.
  private mutating func visit() -> Step? {
    let operation = trace.operations[current]
    let count = segments.count
    var step: Step?
    for interval in operation.intervals.reversed() where interval.start < cursor {
      step = stepBack(through: interval)
      if step != nil { break }
      emit(interval.state, from: interval.start, of: operation.id)
    }
    if step == nil { step = releases.creation(of: current).flatMap(admit) }
    if segments.count == count {
      // Even one that took no time is on the path, and holds the edge by which the path came.
      emit(.executing, from: cursor, of: operation.id)
    }
    if let step {
      segments[segments.count - 1].edge = step.edge
      return step
    }
    guard let step = releases.programWait(before: current).flatMap(admit) else { return nil }
    if step.instant < cursor { emit(.waitingForDependencies, from: step.instant, of: nil) }
    return step
  }

  /// Finds who ended a wait in an interval, and puts the time since then on the path.
  private mutating func stepBack(through interval: StateInterval) -> Step? {
    let found: Step? =
      switch interval.state {
      case .executing:
        (interval.end == cursor ? trace.finishByPart(of: current) : nil)
          ?? releases.lastWait(of: current, before: cursor)
      case .waitingForSlot: releases.handOver(to: current, at: interval.end)
      case .waitingForDependencies:
        releases.lastDependency(of: current, in: interval)
          ?? releases.cancellation(of: current, in: interval)
      case .queueSuspended: releases.resume(of: current, in: interval)
      case .dispatch: nil
      }
    guard let step = found.flatMap(admit) else { return nil }
    if step.instant < cursor {
      emit(interval.state, from: step.instant, of: trace.operations[current].id)
    }
    return step
  }

  /// Refuses a step that goes forward, or to where the walk has been at that moment.
  private func admit(_ step: Step) -> Step? {
    guard step.instant <= cursor else { return nil }
    return step.instant == visitedAt && visited.contains(step.source) ? nil : step
  }

  private mutating func mark(_ step: Step) {
    cursor = step.instant
    if visitedAt != cursor {
      visited.removeAll(keepingCapacity: true)
      visitedAt = cursor
    }
    visited.insert(step.source)
  }

  private mutating func emit(
    _ state: OperationState,
    from start: TraceInstant,
    of operation: OperationID?
  ) {
    segments.append(.init(operation: operation, state: state, start: start, end: cursor))
    cursor = start
  }
}

extension TracedOperation {
  /// The enqueue, or the start of an operation that was never enqueued.
  fileprivate var begin: TraceInstant? {
    milestones.enqueued ?? milestones.started
  }
}
