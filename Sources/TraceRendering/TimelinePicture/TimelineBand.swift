import TraceEvents
import TraceModel

/// A queue in a timeline's picture, or what was in none: what stands in its lanes.
struct TimelineBand {
  /// The queue; nil for operations in none.
  var queue: TracedQueue?
  /// What executed.
  var executed: LanePacking
  /// What did not: it waits still, or was cancelled before.
  var neverRan: LanePacking
  /// How many operations are shown in it.
  var operationCount: Int
  /// How long operations executed in it in the span that is shown, in nanoseconds.
  var busyNanoseconds: UInt64
  /// Whether something in it must be seen.
  var isNotable: Bool
  /// The barriers without an operation that are shown.
  var bareBarriers: [TracedQueue.Barrier]

  /// The most lanes of a band: one that executes and those that wait.
  static let mostLanes = (executed: 64, neverRan: 16)

  init(
    _ queue: TracedQueue?,
    positions: [Int],
    bareBarriers: [TracedQueue.Barrier],
    in annotated: AnnotatedTrace,
    _ span: RunSpan
  ) {
    self.queue = queue
    self.bareBarriers = bareBarriers
    let operations = annotated.trace.operations
    var executions: [LaneItem] = []
    executions.reserveCapacity(positions.count + bareBarriers.count)
    var waits: [LaneItem] = []
    for position in positions {
      let operation = operations[position]
      if let item = LaneItem(executionOf: operation, at: position, in: annotated) {
        executions.append(item)
      } else {
        waits.append(LaneItem(waitOf: operation, at: position, in: annotated))
      }
    }
    for (position, barrier) in bareBarriers.enumerated() {
      executions.append(LaneItem(barrier, at: position, in: annotated.trace))
    }
    operationCount = positions.count
    busyNanoseconds = executions.reduce(0) { sum, item in
      sum &+ min(item.end, span.end).nanoseconds(since: max(item.start, span.start))
    }
    isNotable = (executions + waits).contains { $0.isNotable && $0.look != .cancelled }
    executed = LanePacking(executions, atMost: Self.mostLanes.executed)
    let stuck = waits.filter { $0.look == .stalled }
    let others = waits.filter { $0.look != .stalled }
    neverRan = LanePacking(stuck, others, atMost: Self.mostLanes.neverRan)
  }

  /// How many lanes it takes.
  var laneCount: Int {
    executed.lanes.count + neverRan.lanes.count
  }

  /// How many lanes more it would take to draw everything apart.
  var foldedLanes: Int {
    executed.foldedLanes + neverRan.foldedLanes
  }
}
