package import TraceEvents

/// A recording written by hand: declare who takes part, then say what happens when.
///
/// ```swift
/// let script = TraceScript()
/// let images = script.queue("images", limit: 2)
/// let load = script.operation("load")
/// let decode = script.operation("decode", class: "Decode")
/// script.at(ms: 0).depend(decode, on: load).enqueue(load, on: images).enqueue(decode, on: images)
/// script.at(ms: 1).start(load)
/// script.at(ms: 5).finish(load)
/// script.at(ms: 6).start(decode)
/// let trace = Trace(script.log(endMs: 10))  // hangs in `decode`
/// ```
///
/// Moments may be written in any order; the log has them in the order of time, and in the order of writing where they are
/// one. What says who is who (operation seen, named, ...) comes by itself, before the first event that mentions it. An
/// operation starts on a thread of its own unless the script says otherwise; everything else happens on the main thread.
/// Classes come first of all.
package final class TraceScript {
  /// What the recorder knows about itself.
  package var header = TraceHeader(program: "script", processID: 42)

  /// The events as written, without those that say who is who.
  private(set) var written: [TraceEvent] = []

  private var operations: [Declared] = []
  private var queues: [Declared] = []
  private var threads: [ThreadID: Declared] = [:]
  private var classes: [String: ClassID] = [:]
  private var classEvents: [TraceEvent] = []
  private var strings: [String] = []
  private var stringPositions: [String: Int] = [:]

  /// The operations' start threads, and who is inside `start()`, so that a finish knows where it happens.
  var startThreads: [OperationID: ThreadID] = [:]
  var insideStart: Set<OperationID> = []
  var barrierCalls: [OperationID: (number: UInt64, queue: QueueID)] = [:]
  var lastBarrierCall: UInt64 = 0

  /// The process's main thread, number 42.
  package let mainThread = ThreadID(rawValue: 42)

  /// An empty script.
  package init() {
    threads[mainThread] = Declared(identity: [
      TraceEvent(
        .threadSeen,
        at: .zero,
        thread: mainThread,
        argument: text("main"),
        flags: .mainThread
      )
    ])
  }

  /// Someone who takes part, with the events that say who that is.
  private struct Declared {
    var identity: [TraceEvent]
  }
}

// MARK: - Who takes part

extension TraceScript {
  /// Declares a queue; a limit of -1 is the default.
  package func queue(
    _ name: String? = nil,
    limit: Int = -1,
    isMain: Bool = false,
    isSuspended: Bool = false
  ) -> QueueID {
    let id = QueueID(rawValue: UInt32(queues.count + 1))
    var flags: TraceEvent.Flags = []
    if isMain { flags.insert(.mainQueue) }
    if isSuspended { flags.insert(.suspended) }
    let argument = UInt64(bitPattern: Int64(limit))
    var identity = [
      TraceEvent(
        .queueSeen,
        at: .zero,
        thread: mainThread,
        queue: id,
        argument: argument,
        flags: flags
      )
    ]
    if let name {
      identity.append(
        TraceEvent(.queueNamed, at: .zero, thread: mainThread, queue: id, argument: text(name))
      )
    }
    queues.append(Declared(identity: identity))
    return id
  }

  /// Declares an operation; a class without a module is Foundation's when it is one of Foundation's, else the script's.
  ///
  /// `overrides` are the flags of its class, and count at the class's first mention; `already` are the flags of what the
  /// operation was when it was first seen.
  package func operation(
    _ name: String? = nil,
    class className: String = "BlockOperation",
    overrides: TraceEvent.Flags = [],
    already: TraceEvent.Flags = []
  ) -> OperationID {
    let id = OperationID(rawValue: UInt32(operations.count + 1))
    let classID = classNamed(className, overrides: overrides)
    var identity = [
      TraceEvent(
        .operationSeen,
        at: .zero,
        thread: mainThread,
        operation: id,
        argument: UInt64(classID.rawValue),
        flags: already
      )
    ]
    if let name {
      identity.append(
        TraceEvent(
          .operationNamed,
          at: .zero,
          thread: mainThread,
          operation: id,
          argument: text(name)
        )
      )
    }
    operations.append(Declared(identity: identity))
    return id
  }

  /// Declares the operation that Foundation makes for a barrier block on a queue that is not empty.
  package func barrier() -> OperationID {
    operation(class: "Foundation._BarrierOperation", already: .barrier)
  }

  /// Declares a thread.
  package func thread(_ name: String? = nil, number: UInt32) -> ThreadID {
    let id = ThreadID(rawValue: number)
    let argument = text(name ?? "")
    threads[id] = Declared(identity: [
      TraceEvent(.threadSeen, at: .zero, thread: id, argument: argument)
    ])
    return id
  }

  /// The position of a text in the log's table of strings.
  package func text(_ string: String) -> UInt64 {
    if let known = stringPositions[string] { return UInt64(known) }
    stringPositions[string] = strings.count
    strings.append(string)
    return UInt64(strings.count - 1)
  }

  private func classNamed(_ name: String, overrides: TraceEvent.Flags) -> ClassID {
    let full: String
    switch name {
    case _ where name.contains("."): full = name
    case "Operation", "BlockOperation": full = "Foundation.\(name)"
    default: full = "Script.\(name)"
    }
    if let known = classes[full] { return known }
    let id = ClassID(rawValue: UInt32(classes.count + 1))
    classes[full] = id
    classEvents.append(
      TraceEvent(
        .classSeen,
        at: .zero,
        thread: mainThread,
        argument: UInt64(id.rawValue) << 32 | text(full),
        flags: overrides
      )
    )
    return id
  }
}

// MARK: - What happens

extension TraceScript {
  /// The moment that many milliseconds after the recording began.
  package func at(ms milliseconds: Double) -> Moment {
    at(ns: UInt64((milliseconds * 1_000_000).rounded()))
  }

  /// The moment that many nanoseconds after the recording began.
  package func at(ns nanoseconds: UInt64) -> Moment {
    Moment(script: self, instant: TraceInstant(nanoseconds: nanoseconds))
  }

  /// Says in one line when an operation is enqueued, starts and finishes, in milliseconds; leave out what doesn't happen.
  package func run(
    _ operation: OperationID,
    on queue: QueueID? = nil,
    enqueued: Double? = nil,
    started: Double? = nil,
    finished: Double? = nil
  ) {
    if let queue, let enqueued { at(ms: enqueued).enqueue(operation, on: queue) }
    if let started { at(ms: started).start(operation) }
    if let finished { at(ms: finished).finish(operation) }
  }

  /// Writes an event as it is, for what the verbs don't say.
  package func write(_ event: TraceEvent) {
    written.append(event)
  }
}

// MARK: - The log

extension TraceScript {
  /// The recording; without an end, it ends with the last event.
  package func log(endMs: Double? = nil) -> EventLog {
    let events = withIdentities(written.stablySorted { $0.instant < $1.instant })
    let end = endMs.map { TraceInstant(nanoseconds: UInt64(($0 * 1_000_000).rounded())) }
    return EventLog(header: header, events: events, strings: strings, end: end)
  }

  /// Puts what says who is who before the first event that mentions them; those nobody mentions come last.
  private func withIdentities(_ events: [TraceEvent]) -> [TraceEvent] {
    var result: [TraceEvent] = []
    var known: Set<Mention> = []
    func introduce(_ mention: Mention, _ declared: Declared?, at instant: TraceInstant) {
      guard known.insert(mention).inserted, let declared else { return }
      for var event in declared.identity {
        event.instant = instant
        result.append(event)
      }
    }
    func introduce(_ id: OperationID?, at instant: TraceInstant) {
      guard let id, id.rawValue >= 1, id.rawValue <= operations.count else { return }
      introduce(.operation(id), operations[Int(id.rawValue) - 1], at: instant)
    }
    func introduce(_ id: QueueID?, at instant: TraceInstant) {
      guard let id, id.rawValue >= 1, id.rawValue <= queues.count else { return }
      introduce(.queue(id), queues[Int(id.rawValue) - 1], at: instant)
    }
    for event in events {
      introduce(.thread(event.thread), threads[event.thread], at: event.instant)
      introduce(event.queue, at: event.instant)
      introduce(event.actor, at: event.instant)
      introduce(event.operation, at: event.instant)
      if [.dependencyAdded, .dependencyRemoved, .dependencyCallReturned].contains(event.kind) {
        introduce(UInt32(exactly: event.argument).map(OperationID.init), at: event.instant)
      }
      result.append(event)
    }
    let last = events.last?.instant ?? .zero
    for number in queues.indices { introduce(QueueID(rawValue: UInt32(number + 1)), at: last) }
    for number in operations.indices {
      introduce(OperationID(rawValue: UInt32(number + 1)), at: last)
    }
    return classEvents + result
  }

  private enum Mention: Hashable {
    case operation(OperationID)
    case queue(QueueID)
    case thread(ThreadID)
  }
}

extension Array {
  /// The elements in ascending order; equal ones keep theirs.
  fileprivate func stablySorted(by precedes: (Element, Element) -> Bool) -> [Element] {
    enumerated()
      .sorted { a, b in
        if precedes(a.element, b.element) { return true }
        return precedes(b.element, a.element) ? false : a.offset < b.offset
      }
      .map(\.element)
  }
}
