public import TraceEvents

/// What a trace says about one operation.
public struct TracedOperation: Hashable, Sendable, Identifiable {
  /// Its identity in this trace.
  public let id: OperationID

  // Optional identities as numbers, where zero is none: there are a million of these values.
  private var queueNumber: UInt32 = 0
  private var creatorNumber: UInt32 = 0
  private var enqueueThreadNumber: UInt32 = 0
  private var startThreadNumber: UInt32 = 0
  private var finishThreadNumber: UInt32 = 0

  /// Priority and quality of service when it was added.
  public var enqueueDetail: EnqueueDetail

  /// What is known of its class.
  public var classTraits: TraceEvent.Flags

  /// Whether Foundation made it for a barrier block.
  public var isBarrier: Bool

  /// What became of it.
  public var outcome: Outcome

  /// Whether the watchdog found it finished without its queue having been told.
  public var finishedUnnotified: Bool

  /// The name its program gave it; nil when it gave none or names were kept out.
  public var name: String?

  /// Its class without the module.
  public var className: String

  /// The moments of its life.
  public var milestones: Milestones

  /// When it passed from one state to the next.
  var timeline: OperationTimeline

  /// What it depends on, in the order of identity; those that were removed while it waited for them are left out.
  public var dependencies: [OperationID]

  /// What few operations have: one element, or none where there is nothing to say.
  private var rarities: [Rarities] = []

  /// What is said of few operations.
  private struct Rarities: Hashable, Sendable {
    var failure: String?
    var notes: [TracedNote] = []
    var canceller: OperationID?
    var finisher: OperationID?
  }

  /// An operation of which nothing is known but that it was seen.
  init(id: OperationID, seen: TraceInstant) {
    self.id = id
    self.className = "Operation"
    self.classTraits = []
    self.isBarrier = false
    self.enqueueDetail = EnqueueDetail()
    self.milestones = Milestones(seen: seen)
    self.outcome = .unfinished
    self.timeline = OperationTimeline(at: seen)
    self.dependencies = []
    self.finishedUnnotified = false
  }
}

extension TracedOperation {
  /// Its queue; nil for one that was never added to a queue.
  public var queue: QueueID? {
    get { queueNumber == 0 ? nil : QueueID(rawValue: queueNumber) }
    set { queueNumber = newValue?.rawValue ?? 0 }
  }

  /// The operation on whose thread it was added.
  public var creator: OperationID? {
    get { creatorNumber == 0 ? nil : OperationID(rawValue: creatorNumber) }
    set { creatorNumber = newValue?.rawValue ?? 0 }
  }

  /// The thread on which it was added; nil for one that was in its queue before the recording began.
  public var enqueueThread: ThreadID? {
    get { enqueueThreadNumber == 0 ? nil : ThreadID(rawValue: enqueueThreadNumber) }
    set { enqueueThreadNumber = newValue?.rawValue ?? 0 }
  }

  /// The thread on which `start()` was called.
  public var startThread: ThreadID? {
    get { startThreadNumber == 0 ? nil : ThreadID(rawValue: startThreadNumber) }
    set { startThreadNumber = newValue?.rawValue ?? 0 }
  }

  /// The thread on which it was first seen finished: usually the one that finished it.
  public var finishThread: ThreadID? {
    get { finishThreadNumber == 0 ? nil : ThreadID(rawValue: finishThreadNumber) }
    set { finishThreadNumber = newValue?.rawValue ?? 0 }
  }

  /// What the program reported as its failure.
  public var failure: String? {
    get { rarities.first?.failure }
    set { if newValue != failure { change { $0.failure = newValue } } }
  }

  /// Notes the program left on it, in the order of time.
  public var notes: [TracedNote] {
    get { rarities.first?.notes ?? [] }
    set { if newValue != notes { change { $0.notes = newValue } } }
  }

  /// The operation on whose thread it was cancelled, when one did it.
  public var canceller: OperationID? {
    get { rarities.first?.canceller }
    set { if newValue != canceller { change { $0.canceller = newValue } } }
  }

  /// The other operation within whose execution or completion block it finished, if there is one.
  ///
  /// So finishes an operation that is made of others, or one that waits for a callback.
  public var finisher: OperationID? {
    get { rarities.first?.finisher }
    set { if newValue != finisher { change { $0.finisher = newValue } } }
  }

  /// Adds a note, which must not copy those before it.
  mutating func add(_ note: TracedNote) {
    if rarities.isEmpty { rarities = [Rarities()] }
    rarities[0].notes.append(note)
  }

  private mutating func change(_ body: (inout Rarities) -> Void) {
    if rarities.isEmpty { rarities = [Rarities()] }
    body(&rarities[0])
    // Values that say the same are equal.
    if rarities[0] == Rarities() { rarities = [] }
  }
}

extension TracedOperation {
  /// What it was doing, without gaps from enqueue to finish (or the trace's end), in the order of time.
  ///
  /// An operation that was started by hand and never enqueued executes from its start; one that was only seen has no
  /// intervals. No interval is empty. They are made on demand: keep them when you need them twice.
  public var intervals: [StateInterval] {
    var intervals: [StateInterval] = []
    intervals.reserveCapacity(4)
    timeline.forEachInterval { intervals.append($0) }
    return intervals
  }

  /// How its time is accounted for; the sum of its intervals by state, to the nanosecond.
  public var accounting: TimeAccounting {
    var accounting = TimeAccounting()
    timeline.forEachInterval { accounting[$0.state] += $0.nanoseconds }
    return accounting
  }
}

extension TracedOperation {
  /// The last of its `intervals`, without the others; nil when it has none.
  package var lastInterval: StateInterval? {
    var last: StateInterval?
    timeline.forEachInterval { last = $0 }
    return last
  }

  /// When its last wait for a slot was over; nil when it did not wait for one.
  package var slotTaken: TraceInstant? {
    var end: TraceInstant?
    timeline.forEachInterval { if $0.state == .waitingForSlot { end = $0.end } }
    return end
  }

  /// When nothing but a thread was missing for it to start: it was ready, a slot was free and its queue ran.
  ///
  /// The start, or the trace's end, where that moment did not come before.
  package var cleared: TraceInstant {
    timeline.cleared
  }

  /// When it began to execute, or the trace's end; its own execution lies between this moment and its end.
  package var execution: TraceInstant {
    timeline.execution
  }
}

extension TracedOperation {
  /// What became of an operation.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// It finished, and nobody reported a failure.
    case succeeded
    /// The program reported that it failed.
    case failed
    /// It was cancelled before it started; its body never ran.
    case cancelledBeforeStart
    /// It was cancelled after it had started, or ran although it had been cancelled before, and finished.
    case cancelledWhileExecuting
    /// It had not finished when the trace ended.
    case unfinished
  }

  /// The name to show a person: the name, or class and number such as "BlockOperation 12".
  ///
  /// Data from strangers: escape it for wherever it goes.
  public var displayName: String {
    if let name, !name.isEmpty { return name }
    return isBarrier ? "barrier \(id.rawValue)" : "\(className) \(id.rawValue)"
  }

  /// Whether it has started and not finished.
  public var isExecuting: Bool {
    milestones.started != nil && milestones.finished == nil
  }
}

/// A note that the program left.
public struct TracedNote: Hashable, Sendable {
  /// When it was left.
  public var instant: TraceInstant
  /// What it says.
  public var text: String

  /// Makes a note.
  public init(instant: TraceInstant, text: String) {
    self.instant = instant
    self.text = text
  }
}
