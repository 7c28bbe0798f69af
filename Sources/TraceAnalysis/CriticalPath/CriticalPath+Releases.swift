import TraceEvents
import TraceModel

/// Who let which operation go on, and when: to be asked backwards in time.
struct ReleaseIndex {
  /// A moment at which one operation let another go on.
  struct Release {
    /// The position of the operation that let go.
    var source: Int
    /// When it did.
    var instant: TraceInstant
    /// The edge between the two; from an operation to nobody when it let a thread of the program go on.
    var edge: TraceEdge
  }

  private let trace: Trace
  /// Dependencies, barriers and hand-overs by the position of their target.
  private let incoming: Buckets<TraceEdge>
  /// Waits inside of `start()` by the position of the waiter, as far as they were ended by an operation's finish; in the
  /// order in which they began.
  private var waits: [Int: [Wait]] = [:]
  /// Releases of threads that waited outside of any operation, in the order of time.
  private var programWaits: [ThreadID: [Release]] = [:]

  private struct Wait {
    var start: TraceInstant
    var release: Release
  }

  init(_ trace: Trace) {
    self.trace = trace
    incoming = Buckets(
      trace.edges,
      count: trace.operations.count,
      key: { $0.kind.isRelease ? trace.position(of: $0.target) : nil },
      value: { $0 }
    )
    indexWaits()
    for thread in programWaits.keys { programWaits[thread]?.sort { $0.instant < $1.instant } }
  }

  /// The dependency or barrier that finished last in an interval, and let the operation go on at or before its end.
  func lastDependency(of target: Int, in interval: StateInterval) -> Release? {
    var last: Release?
    for edge in incoming[target] where edge.kind != .slotHandOver {
      guard let release = release(by: edge), release.instant > interval.start,
        release.instant <= interval.end, release.instant > last?.instant ?? .zero
      else { continue }
      last = release
    }
    return last
  }

  /// The operation that left the slot which this one took, if it left it at that moment.
  func handOver(to target: Int, at instant: TraceInstant) -> Release? {
    incoming[target].lazy.filter { $0.kind == .slotHandOver }.compactMap(release).first {
      $0.instant == instant
    }
  }

  /// The last finish before a moment that let the operation go on inside of its own execution.
  func lastWait(of target: Int, before instant: TraceInstant) -> Release? {
    guard let waits = waits[target] else { return nil }
    let later = waits.partitioningIndex { $0.start >= instant }
    return waits[..<later].suffix(8).last { $0.release.instant <= instant }?.release
  }

  /// The enqueue by an operation that was executing then.
  func creation(of target: Int) -> Release? {
    let operation = trace.operations[target]
    guard let enqueued = operation.milestones.enqueued, let creator = operation.creator else {
      return nil
    }
    return release(
      by: creator,
      at: enqueued,
      edge: TraceEdge(from: creator, to: operation.id, .createdBy)
    )
  }

  /// What an operation did to another while it executed.
  private func release(by actor: OperationID, at instant: TraceInstant, edge: TraceEdge) -> Release?
  {
    guard let source = trace.position(of: actor),
      let execution = trace.operations[source].lastInterval,
      execution.state == .executing, execution.start <= instant, instant <= execution.end
    else { return nil }
    return Release(source: source, instant: instant, edge: edge)
  }

  /// The cancellation by an operation that was executing then, where it ended a wait for dependencies: what is cancelled is ready.
  func cancellation(of target: Int, in interval: StateInterval) -> Release? {
    let operation = trace.operations[target]
    guard let cancelled = operation.milestones.cancelled, interval.start < cancelled,
      cancelled <= interval.end, let canceller = operation.canceller, canceller != operation.id
    else { return nil }
    return release(
      by: canceller,
      at: cancelled,
      edge: TraceEdge(from: canceller, to: operation.id, .cancelled)
    )
  }

  /// The resume of its queue by an operation that was executing then.
  func resume(of target: Int, in interval: StateInterval) -> Release? {
    let id = trace.operations[target].id
    guard let suspension = trace.suspension(of: target, endingAt: interval.end),
      let resumer = suspension.resumer, resumer != id
    else { return nil }
    return release(
      by: resumer,
      at: interval.end,
      edge: TraceEdge(from: resumer, to: id, .resumed)
    )
  }

  /// The last finish for which the thread that enqueued the operation had waited until then.
  func programWait(before target: Int) -> Release? {
    let operation = trace.operations[target]
    guard operation.creator == nil, let enqueued = operation.milestones.enqueued,
      let releases = operation.enqueueThread.flatMap({ programWaits[$0] })
    else { return nil }
    return releases[..<releases.partitioningIndex { $0.instant > enqueued }].last
  }

  private func release(by edge: TraceEdge) -> Release? {
    guard edge.source != edge.target, let source = trace.position(of: edge.source),
      let finished = trace.operations[source].milestones.finished,
      !trace.operations[source].finishedUnnotified
    else { return nil }
    return Release(source: source, instant: finished, edge: edge)
  }
}

// MARK: - Waits

extension ReleaseIndex {
  private mutating func indexWaits() {
    var finishes: [QueueID: [Finish]] = [:]
    for wait in trace.waits {
      let waiter = wait.waiter ?? nobody
      var found: Release?
      if let operation = wait.operation {
        found = release(by: TraceEdge(from: operation, to: waiter, .wait))
      } else if let queue = wait.queue {
        if finishes[queue] == nil { finishes[queue] = finishesInOrder(of: queue) }
        found = finishes[queue].flatMap { last(in: $0, until: wait.end, for: waiter) }
      }
      guard let found, found.instant > wait.start, found.instant <= wait.end ?? trace.end else {
        continue
      }
      if let target = trace.position(of: waiter) {
        waits[target, default: []].append(Wait(start: wait.start, release: found))
      } else {
        programWaits[wait.thread, default: []].append(found)
      }
    }
  }

  /// The finishes of a queue's operations in the order of time.
  private func finishesInOrder(of queue: QueueID) -> [Finish] {
    let operations = trace[queue]?.operations ?? []
    return operations.compactMap { id in
      release(by: TraceEdge(from: id, to: nobody, .wait)).map {
        Finish(instant: $0.instant, source: $0.source)
      }
    }.sorted { ($0.instant, $0.source) < ($1.instant, $1.source) }
  }

  private struct Finish {
    var instant: TraceInstant
    var source: Int
  }

  /// The last finish until the end of a wait for the whole queue: it ended the wait.
  private func last(in finishes: [Finish], until end: TraceInstant?, for waiter: OperationID)
    -> Release?
  {
    let later = finishes.partitioningIndex { $0.instant > end ?? trace.end }
    guard let found = finishes[..<later].last else { return nil }
    let source = trace.operations[found.source].id
    guard source != waiter else { return nil }
    let edge = TraceEdge(from: source, to: waiter, .wait)
    return Release(source: found.source, instant: found.instant, edge: edge)
  }

  /// Zero names no operation.
  private var nobody: OperationID {
    OperationID(rawValue: 0)
  }
}

extension TraceEdge.Kind {
  /// Whether the source let the target go on before its start.
  var isRelease: Bool {
    switch self {
    case .dependency, .barrier, .slotHandOver: true
    case .wait, .createdBy, .cancelled, .finished, .resumed: false
    }
  }
}
