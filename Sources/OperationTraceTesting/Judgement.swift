import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering

/// What an expectation goes by: the trace, and the words for what is in it.
struct Judgement {
  let trace: Trace
  let index: TraceIndex
  private let names: TraceNames

  init(of trace: Trace) {
    self.trace = trace
    index = TraceIndex(trace)
    names = TraceNames(index)
  }

  /// An operation, by its position in the trace.
  func operation(_ position: Int) -> TracedOperation {
    trace.operations[position]
  }

  /// An operation's name, safe to show.
  func name(_ position: Int) -> String {
    VisibleText.line(names.operation(position))
  }

  /// The first few of some operations, and how many there are besides, safe to show.
  func list(_ positions: some Collection<Int>, atMost limit: Int = 3) -> String {
    VisibleText.line(names.operations(positions, atMost: limit))
  }

  /// A queue's name with the word "queue", safe to show.
  func queueName(_ position: Int) -> String {
    VisibleText.line(names.queue(position))
  }

  /// A thread, such as "thread 4711" or "the main thread".
  func thread(_ id: ThreadID) -> String {
    names.thread(id)
  }

  /// A text of strangers in quotes, safe to show.
  static func quoted(_ text: String) -> String {
    "\"\(VisibleText.line(MiddleCut.scalars(text, to: 80)))\""
  }

  /// A moment, such as "12.3 ms".
  func moment(_ instant: TraceInstant) -> String {
    DurationText.short(instant.nanoseconds)
  }

  /// The time from one moment to a later one.
  func time(from start: TraceInstant, to end: TraceInstant) -> String {
    DurationText.short(end.nanoseconds(since: start))
  }

  /// When an operation was added, started, was cancelled and finished, counted from the beginning of the recording.
  func life(of position: Int) -> String {
    let operation = operation(position)
    let milestones = operation.milestones
    var parts: [String] = []
    if let enqueued = milestones.enqueued {
      let place = index.queue(of: position).map { " to \(queueName($0))" } ?? ""
      parts.append("added\(place) at \(moment(enqueued))")
    }
    if let started = operation.began {
      parts.append("started at \(moment(started))")
    } else {
      parts.append(operation.outcome == .cancelledBeforeStart ? "never ran" : "never started")
    }
    if let cancelled = milestones.cancelled { parts.append("cancelled at \(moment(cancelled))") }
    if let finished = milestones.finished {
      parts.append("finished at \(moment(finished))")
    } else {
      parts.append("unfinished at the end, \(moment(trace.end))")
    }
    if let failure = operation.failure { parts.append("failed with \(Self.quoted(failure))") }
    return "\(name(position)): \(parts.joined(separator: ", "))"
  }
}

extension TracedOperation {
  /// When it began to do its work; nil for one that was cancelled before, whose `start()` only finishes it.
  var began: TraceInstant? {
    outcome == .cancelledBeforeStart ? nil : milestones.started
  }
}

/// Why an expectation does not hold, and what of the trace shows it.
struct ExpectationFailure: Error {
  /// What is wrong.
  var sentence: String
  /// Facts that prove it, a line each.
  var details: [String] = []
  /// A report that stands between the facts and the timeline; every line ends with a newline.
  var report = ""
  /// The operations concerned, by position, those to show first first.
  var operations: [Int] = []
  /// What is known to be stuck.
  var diagnosis: Diagnosis?
}
