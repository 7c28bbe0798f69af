package import TraceEvents
package import TraceModel

/// A critical path as it is told: operation by operation, what each did and waited for, and what let it begin.
///
/// Its parts follow one another without a gap, so they add up to the path; with what lies before and after it they add up to
/// the recording.
package struct PathAccount: Sendable {
  /// The trace.
  package let trace: Trace

  /// The operations that the path goes through, and the program between them, in the order of time.
  package let steps: [Step]

  /// What they did, in the order of time.
  package let parts: [Part]

  /// When the path begins; the beginning of the recording when it has no part.
  package let start: TraceInstant

  /// When it ends.
  package let end: TraceInstant

  /// A stretch of the path in one operation.
  package struct Step: Hashable, Sendable {
    /// The operation; nil for the program, which had not enqueued the next one yet.
    package var operation: OperationID?
    /// Its parts, at least one.
    package var parts: Range<Int>
    /// Who let it begin: the operation of the step before; nil where that is the program or there is none.
    package var release: Release?
  }

  /// A stretch of time in which one thing was done or waited for.
  package struct Part: Hashable, Sendable {
    /// What.
    package var state: State
    /// When it began.
    package var start: TraceInstant
    /// When it ended.
    package var end: TraceInstant

    /// Its length.
    package var nanoseconds: UInt64 {
      end.nanoseconds(since: start)
    }
  }

  /// What goes on in a part.
  package enum State: String, Hashable, Sendable, CaseIterable {
    case executing
    case waitingForSlot
    case dispatch
    case queueSuspended
    /// It was not ready, after the last of what it depends on had finished.
    case waitingForDependencies
    /// The program had not enqueued the next operation yet.
    case notEnqueued
  }

  /// An operation that let the next one go on.
  package struct Release: Hashable, Sendable {
    /// How.
    package var kind: Kind
    /// Which.
    package var source: OperationID

    /// Makes a release.
    package init(kind: Kind, source: OperationID) {
      self.kind = kind
      self.source = source
    }

    /// How one operation lets another go on.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      /// It was the last dependency to finish.
      case dependency
      /// It was a barrier, or what a barrier had to wait for.
      case barrier
      /// It left a slot of the queue.
      case slot
      /// It was waited for within the other's execution.
      case wait
      /// It enqueued the other.
      case enqueue
      /// It cancelled the other, which was ready by that.
      case cancellation
      /// It finished the other, which was made of it.
      case finish
      /// It resumed the other's queue.
      case resume
      /// A thread of the program had waited for it, and then enqueued the other.
      case program
    }
  }

  private let barrierEnds: Set<BarrierEnd>

  /// Tells a critical path of a trace, in time linear in the number of its parts.
  package init(_ path: CriticalPath, of trace: Trace) {
    self.trace = trace
    var steps: [Step] = []
    var parts: [Part] = []
    parts.reserveCapacity(path.segments.count)
    for segment in path.segments {
      if let last = steps.last, last.operation == segment.operation, segment.edge == nil {
        steps[steps.count - 1].parts = last.parts.lowerBound..<parts.count + 1
      } else {
        let release = Release(segment, after: steps.last)
        steps.append(
          Step(
            operation: segment.operation,
            parts: parts.count..<parts.count + 1,
            release: release
          )
        )
      }
      parts.append(Part(state: State(segment), start: segment.start, end: segment.end))
    }
    self.steps = steps
    self.parts = parts
    start = parts.first?.start ?? .zero
    end = parts.last?.end ?? .zero
    barrierEnds = BarrierEnd.all(in: trace)
  }
}

extension PathAccount {
  /// The length of the path.
  package var nanoseconds: UInt64 {
    end.nanoseconds(since: start)
  }

  /// The time from the beginning of the recording to the path's.
  package var nanosecondsBefore: UInt64 {
    start.nanoseconds
  }

  /// The time from the path's end to the recording's.
  package var nanosecondsAfter: UInt64 {
    trace.end.nanoseconds(since: end)
  }

  /// How long the path was in each state; they add up to its length.
  package var sums: [State: UInt64] {
    parts.reduce(into: [:]) { $0[$1.state, default: 0] += $1.nanoseconds }
  }

  /// How many times one operation let the next one go on in each way.
  package var releases: [Release.Kind: Int] {
    steps.reduce(into: [:]) { counts, step in
      if let kind = step.release?.kind { counts[kind, default: 0] += 1 }
    }
  }
}

// MARK: - What a wait was for

extension PathAccount {
  /// What an operation that was not ready waited for, after all that it depends on.
  package enum Readiness: String, Hashable, Sendable, CaseIterable {
    /// A barrier block for which Foundation made no operation.
    case barrierBlock
    /// Its own `isReady`.
    case isReady
    /// Nothing more: it was cancelled, and no longer waited.
    case cancellation
  }

  /// What ended the wait of an operation that was not ready; nil where the trace does not tell.
  package func readiness(of id: OperationID, in part: Part) -> Readiness? {
    guard part.state == .waitingForDependencies, let operation = trace[id] else { return nil }
    if operation.milestones.cancelled == part.end { return .cancellation }
    if let queue = operation.queue, barrierEnds.contains(BarrierEnd(queue: queue, at: part.end)) {
      return .barrierBlock
    }
    return operation.classTraits.contains(.overridesIsReady) ? .isReady : nil
  }

  /// Who suspended the queue for which an operation waited; nil where that was the program.
  package func suspender(of id: OperationID, in part: Part) -> OperationID? {
    guard part.state == .queueSuspended, let queue = trace[id]?.queue,
      let suspensions = trace[queue]?.suspensions
    else { return nil }
    let later = suspensions.partitioningIndex { $0.start > part.start }
    return suspensions[..<later].last?.actor
  }
}

/// The end of a barrier that had no operation.
private struct BarrierEnd: Hashable {
  var queue: QueueID
  var instant: TraceInstant

  init(queue: QueueID, at instant: TraceInstant) {
    self.queue = queue
    self.instant = instant
  }

  static func all(in trace: Trace) -> Set<Self> {
    var ends: Set<Self> = []
    for queue in trace.queues {
      for barrier in queue.barriers where barrier.operation == nil {
        if let ended = barrier.ended { ends.insert(Self(queue: queue.id, at: ended)) }
      }
    }
    return ends
  }
}

extension PathAccount.State {
  fileprivate init(_ segment: CriticalPath.Segment) {
    guard segment.operation != nil else {
      self = .notEnqueued
      return
    }
    self =
      switch segment.state {
      case .executing: .executing
      case .waitingForSlot: .waitingForSlot
      case .dispatch: .dispatch
      case .queueSuspended: .queueSuspended
      case .waitingForDependencies: .waitingForDependencies
      }
  }
}

extension PathAccount.Release {
  /// Who let the operation of a segment begin, where the path came to it from another one.
  fileprivate init?(_ segment: CriticalPath.Segment, after last: PathAccount.Step?) {
    if let edge = segment.edge {
      let kind: Kind =
        switch edge.kind {
        case .dependency: .dependency
        case .barrier: .barrier
        case .slotHandOver: .slot
        case .wait: .wait
        case .createdBy: .enqueue
        case .cancelled: .cancellation
        case .finished: .finish
        case .resumed: .resume
        }
      self.init(kind: kind, source: edge.source)
    } else if let source = last?.operation {
      self.init(kind: .program, source: source)
    } else {
      return nil
    }
  }
}
