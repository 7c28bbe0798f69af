import TraceEvents

/// The first pass over a recording: writes down, for every operation, queue and thread, what the events say of it.
///
/// Nothing is concluded here that needs the events after; `TraceBuilder` does that. An event that makes no sense (an
/// identity nobody introduced, a second enqueue, an end without a begin) is taken as far as it does.
struct TraceCollector {
  let log: EventLog

  var operations: [TracedOperation] = []
  var drafts: [OperationDraft] = []
  var operationPositions: PositionTable<OperationID>

  var queues: [TracedQueue] = []
  var queueDrafts: [QueueDraft] = []
  var queuePositions: PositionTable<QueueID>

  private(set) var threads: [TracedThread] = []
  private var threadPositions: PositionTable<ThreadID>
  private var lastThread: ThreadID?

  var classes: [ClassID: TracedClass] = [:]
  var dependencyChanges: [DependencyChange] = []

  /// The operations whose completion blocks run, by thread.
  var completing: [ThreadID: Int] = [:]

  /// The operations in the order in which they started.
  var startOrder: [UInt32] = []

  var waits: [TracedWait] = []
  var openWaits: [ThreadID: [Int]] = [:]
  var waitEdges: [DraftEdge] = []
  /// How many edges of waits for whole queues may still be written: a hostile log could ask for the square of its length.
  var waitAllEdgeBudget: Int

  private(set) var notes: [TracedNote] = []
  private(set) var problems: [TraceProblem] = []
  private(set) var wasStopped = false
  private(set) var processors: Int?
  private(set) var stacks: [OperationID: TracedStack] = [:]

  /// Reads all events of a log, which must be in the order of time.
  init(_ log: EventLog) {
    self.log = log
    let denseLimit = log.events.count * 2 + 1024
    operationPositions = PositionTable(denseLimit: denseLimit)
    queuePositions = PositionTable(denseLimit: denseLimit)
    threadPositions = PositionTable(denseLimit: denseLimit)
    waitAllEdgeBudget = denseLimit
    var (operationCount, dependencyCount) = (0, 0)
    for place in log.events.indices {
      switch log.events[place].kind {
      case .enqueued: operationCount += 1
      case .dependencyAdded, .dependencyRemoved: dependencyCount += 1
      default: break
      }
    }
    operations.reserveCapacity(operationCount)
    drafts.reserveCapacity(operationCount)
    dependencyChanges.reserveCapacity(dependencyCount)
    for event in log.events { collect(event) }
  }

  private mutating func collect(_ event: TraceEvent) {
    if event.thread != lastThread { mentionThread(event.thread) }
    switch event.kind {
    case .operationSeen, .operationNamed, .enqueued, .ready, .started,
      .startReturned, .finished, .cancelled, .deallocated, .completionBegan, .completionEnded,
      .failed, .finishedUnnotified:
      guard let operation = position(of: event.operation, at: event.instant) else { return }
      collect(event, operation: operation)
    case .dependencyAdded, .dependencyRemoved:
      collectDependency(event)
    case .queueSeen, .queueNamed, .queueSuspended, .queueResumed, .queueLimitChanged,
      .queueCancelledAll, .barrierAdded, .barrierBegan, .barrierEnded:
      guard let queue = position(of: event.queue, at: event.instant) else { return }
      collect(event, queue: queue)
    case .waitBegan, .waitEnded, .waitAllBegan, .waitAllEnded:
      collectWait(event)
    case .classSeen:
      let id = ClassID(rawValue: UInt32(truncatingIfNeeded: event.argument >> 32))
      let name = log.string(at: event.argument & 0xFFFF_FFFF) ?? ""
      classes[id] = TracedClass(fullName: name, traits: event.flags)
    case .threadSeen:
      guard let thread = threadPositions[event.thread] else { return }
      if let name = log.string(at: event.argument), !name.isEmpty { threads[thread].name = name }
      if event.flags.contains(.mainThread) { threads[thread].isMain = true }
    case .noted:
      collectNote(event)
    case .lost:
      // The recorder of a bounded trace may tell of many; how many in all its header says.
      let isTold = log.horizon != nil && event.detail == TraceEvent.LossReason.limit.rawValue
      if !isTold { problems.append(TraceProblem(losing: event)) }
    case .stopped:
      wasStopped = true
    case .processorsSeen:
      processors = Int(clamping: event.argument)
    case .stackRecorded:
      guard let operation = event.operation, let text = log.string(at: event.argument) else {
        return
      }
      stacks[operation] = TracedStack(instant: event.instant, stack: ThreadStack(text: text))
    case .dependencyCallReturned, .priorityChanged, .completionBlockSet, .queueDeallocated,
      .unknownKeyNotified, .finishedAgain, .finishNotificationReturned, .callBlocked, .callReturned:
      break
    }
  }

  /// Adds a problem that a later pass met.
  mutating func note(problem message: String) {
    problems.append(TraceProblem(message: message))
  }

  private mutating func collectNote(_ event: TraceEvent) {
    let note = TracedNote(instant: event.instant, text: log.string(at: event.argument) ?? "")
    if let operation = position(of: event.operation, at: event.instant) {
      operations[operation].add(note)
    } else {
      notes.append(note)
    }
  }

  private mutating func mentionThread(_ id: ThreadID) {
    lastThread = id
    guard id.rawValue != 0, threadPositions[id] == nil else { return }
    threadPositions.insert(id, at: threads.count)
    threads.append(TracedThread(id: id, name: nil, isMain: false))
  }
}

// MARK: - Who is meant

extension TraceCollector {
  /// The position of an operation, which is made at its first mention; nil for none.
  mutating func position(of id: OperationID?, at instant: TraceInstant) -> Int? {
    guard let id, id.rawValue != 0 else { return nil }
    if let known = operationPositions[id] { return known }
    operationPositions.insert(id, at: operations.count)
    operations.append(TracedOperation(id: id, seen: instant))
    drafts.append(OperationDraft())
    return operations.count - 1
  }

  /// The position of a queue, which is made at its first mention; nil for none.
  mutating func position(of id: QueueID?, at instant: TraceInstant) -> Int? {
    guard let id, id.rawValue != 0 else { return nil }
    if let known = queuePositions[id] { return known }
    queuePositions.insert(id, at: queues.count)
    queues.append(TracedQueue(id: id))
    queueDrafts.append(QueueDraft(seen: instant))
    return queues.count - 1
  }

  /// The identity of the operation that did something, if one did.
  mutating func actor(of event: TraceEvent) -> OperationID? {
    position(of: event.actor, at: event.instant).map { operations[$0].id }
  }
}

extension TraceProblem {
  /// Says in words that events were lost, and why.
  fileprivate init(losing event: TraceEvent) {
    let reason = TraceEvent.LossReason(rawValue: event.detail)
    let number = GroupedNumber.text(event.argument, "event was", "events were")
    let count = reason == .damaged && event.argument > 1 ? "up to \(number)" : number
    let place = event.thread.rawValue == 0 ? "" : " on thread \(event.thread.rawValue)"
    let why =
      switch reason {
      case .noSpace: "the disk was full or the file could not grow"
      case .limit: "the recorder's limit was reached"
      case .damaged: "a part of the file could not be read"
      case nil: "the recorder gave no reason that this version knows"
      }
    self.init(message: "\(count) lost\(place): \(why)")
  }
}
