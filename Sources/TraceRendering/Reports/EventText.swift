import TraceAnalysis
import TraceEvents
public import TraceModel

/// Writes out the events of a trace, a line each.
struct EventText {
  private let annotated: AnnotatedTrace
  private let style: TextStyle
  private let timeColumns: Int
  private let threadColumns: Int
  private let subjectColumns: Int
  private let words: EventWords
  private let view: NarrowedView?
  private let operations: Set<OperationID>

  init(_ annotated: AnnotatedTrace, style: TextStyle, view: NarrowedView? = nil) {
    self.view = view
    operations = view?.operations(in: annotated.trace) ?? []
    self.annotated = annotated
    self.style = style
    words = EventWords(annotated)
    timeColumns = EventText.seconds(annotated.trace.end).count
    let trace = annotated.trace
    let threads = trace.threads.map {
      DisplayWidth.of(EventText.name($0.visibleName(charset: style.charset), $0.id, style))
    }
    threadColumns = max(6, threads.max() ?? 0)
    let limit = min(40, max(16, style.columns / 3))
    let subjects =
      trace.operations.map { DisplayWidth.of(annotated.numberedName($0.id)) }
      + trace.queues.map { "queue ".count + DisplayWidth.of(annotated.name($0.id)) }
    subjectColumns = min(limit, max(9, subjects.max() ?? 0))
  }

  /// The text; every line ends with a newline.
  var text: String {
    var report = TextReport(style)
    report.add(view, of: annotated)
    var head = line(time: "seconds", thread: "thread", subject: "operation", .quiet)
    head.add("what happened", .quiet)
    report.add(head)
    for event in annotated.trace.log.events where isShown(event) {
      guard let what = words.words(for: event) else { continue }
      report.add(line(for: event, what))
    }
    if !annotated.trace.wasStopped {
      let time = EventText.seconds(annotated.trace.end)
      var last = line(time: time, thread: "", subject: "trace", nil)
      last.add("ends; the program was still running, hung or killed", .yellow)
      report.add(last)
    }
    report.addProblems(of: annotated)
    return report.text
  }

  /// Whether something happened to an operation of the view, was done by one, or happened to a queue that was asked for.
  private func isShown(_ event: TraceEvent) -> Bool {
    guard let view else { return true }
    if let operation = event.operation, operations.contains(operation) { return true }
    if let actor = event.actor, operations.contains(actor) { return true }
    return event.operation == nil && event.queue.map(view.queues.contains) ?? false
  }

  private func line(for event: TraceEvent, _ what: String) -> StyledLine {
    var line = line(
      time: EventText.seconds(event.instant),
      thread: EventText.name(
        annotated.trace.visibleName(of: event.thread, charset: style.charset),
        event.thread,
        style
      ),
      subject: subject(of: event),
      nil
    )
    line.add(what, EventText.look(event.kind))
    if let actor = event.actor, actor != event.operation {
      line.add("  by \(annotated.numberedName(actor))", .quiet)
    }
    return line
  }

  private func line(
    time: String,
    thread: String,
    subject: String,
    _ look: StyledLine.Look?
  ) -> StyledLine {
    var line = StyledLine(style)
    line.pad(to: max(timeColumns, 7) - time.count)
    line.add(time, .quiet)
    line.pad(to: line.columns + 2)
    let threadEnd = line.columns + threadColumns
    line.add(thread, .quiet)
    line.pad(to: threadEnd + 2)
    let subjectEnd = line.columns + subjectColumns
    line.add(MiddleCut.columns(subject, to: subjectColumns, charset: style.charset), look)
    line.pad(to: subjectEnd + 2)
    return line
  }

  private func subject(of event: TraceEvent) -> String {
    let queue = event.queue.map { "queue \(annotated.name($0))" }
    if let queue, event.kind.isAboutQueue { return queue }
    let operation = event.operation.map { annotated.numberedName($0) }
    return operation ?? queue ?? "trace"
  }

  private static func seconds(_ instant: TraceInstant) -> String {
    DurationText.seconds(instant.nanoseconds, decimals: 6)
  }

  /// "main", or a thread's number with its name behind it, cut to its column: the threads of a pool share one name.
  private static func name(_ thread: String, _ id: ThreadID, _ style: TextStyle) -> String {
    if thread == "main" { return thread }
    if thread == "thread \(id.rawValue)" { return "\(id.rawValue)" }
    return MiddleCut.columns("\(id.rawValue) \(thread)", to: 24, charset: style.charset)
  }

  private static func look(_ kind: TraceEvent.Kind) -> StyledLine.Look? {
    switch kind {
    case .started: .blue
    case .finished: .green
    case .cancelled, .queueCancelledAll: .yellow
    case .failed, .finishedUnnotified, .lost: .red
    case .queueSuspended, .queueResumed: .magenta
    default: nil
    }
  }
}

extension TraceEvent.Kind {
  /// Whether it happened to a queue, also where an operation is named as well.
  var isAboutQueue: Bool {
    switch self {
    case .queueSuspended, .queueResumed, .queueLimitChanged, .queueCancelledAll, .queueDeallocated,
      .barrierAdded, .barrierBegan, .barrierEnded, .waitAllBegan, .waitAllEnded:
      true
    default: false
    }
  }
}

extension Trace {
  /// The events of the trace as a log, for a terminal or to search in: time, thread, operation or queue, what happened, and by
  /// which operation when by another one.
  ///
  /// One line an event, apart from those that only say who is who. Times are in seconds since the recording began.
  /// Columns suit the style's width, but no line is broken or cut: a log is searched line by line.
  public func eventText(_ style: TextStyle = TextStyle()) -> String {
    eventText(style, view: nil)
  }

  /// The same of what happened to the operations of a view, or was done by them.
  package func eventText(_ style: TextStyle, view: NarrowedView?) -> String {
    let annotated = AnnotatedTrace(
      self,
      diagnosis: nil,
      criticalPath: nil,
      charset: style.charset
    )
    return EventText(annotated, style: style, view: view).text
  }
}
