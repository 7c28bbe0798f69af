import TraceAnalysis
import TraceEvents
import TraceModel

extension WatchModel {
  /// All that is known of one operation at the moment.
  func detailLines(of id: OperationID, _ size: Size) -> [ScreenLine] {
    guard let watched, let state, let operation = watched.trace[id] else {
      return [ScreenLine("the operation is not in the trace any more")]
    }
    let detail = OperationDetail(
      operation,
      at: state,
      in: watched,
      width: max(20, size.columns)
    )
    return detail.lines
  }
}

/// What a person wants to know of one operation: what it does, why it does not get on, its times, and its edges.
private struct OperationDetail {
  private let operation: TracedOperation
  private let state: TraceState
  private let watched: WatchedTrace
  private let width: Int
  private(set) var lines: [ScreenLine] = []

  private var annotated: AnnotatedTrace { watched.annotated }

  /// The most neighbours that are listed.
  private static let most = 12

  init(
    _ operation: TracedOperation,
    at state: TraceState,
    in watched: WatchedTrace,
    width: Int
  ) {
    self.operation = operation
    self.state = state
    self.watched = watched
    self.width = width
    writeHead()
    writeCause()
    writeTimes()
    writeNeighbours()
    writeStack()
    writeNotes()
  }

  private mutating func add(_ text: String, _ look: StyledLine.Look? = nil, indent: Int = 2) {
    for piece in TextWrap.lines(text, width: max(10, width - indent)) {
      var line = ScreenLine(String(repeating: " ", count: indent))
      line.add(piece, look)
      lines.append(line)
    }
  }

  private mutating func addHeading(_ text: String) {
    lines.append(ScreenLine())
    lines.append(ScreenLine(text, .quiet))
  }

  private mutating func writeHead() {
    lines.append(ScreenLine("\(annotated.name(operation.id, atMost: 60))", .bold))
    let words = StateWords(state, of: annotated)
    let queue = operation.queue.map { "queue \(annotated.name($0))" } ?? "in no queue"
    var parts = [
      "#\(operation.id.rawValue)", annotated.cut(operation.visibleClass(), to: 60), queue,
    ]
    if let priority = operation.priorityInWords { parts.append("priority \(priority)") }
    if let creator = operation.creator { parts.append("added by \(annotated.name(creator))") }
    add(parts.joined(separator: ", "), indent: 0)
    add(sentence(on: operation.id, words), look(operation.id), indent: 0)
  }

  /// What an operation does at the moment, such as "executing for 1.2 s".
  private func sentence(on id: OperationID, _ words: StateWords) -> String {
    guard let current = state[id] else {
      guard let traced = annotated.trace[id] else { return "unknown" }
      if let finished = traced.milestones.finished, finished <= state.instant {
        let ago = annotated.duration(state.instant.nanoseconds(since: finished))
        return "\(traced.outcome.words) \(ago) ago"
      }
      return "not seen yet"
    }
    let lasted = annotated.duration(state.instant.nanoseconds(since: current.since))
    let heading = StateWords.Group(current.state).heading
    var text = current.state == nil ? heading : "\(heading) for \(lasted)"
    if current.isCancelled { text += ", cancelled" }
    if let thread = current.thread { text += " on \(words.thread(thread))" }
    let cause = words.cause(of: current, columns: 200)
    return cause.map { "\(text): \($0)" } ?? text
  }

  private func look(_ id: OperationID) -> StyledLine.Look? {
    annotated.isStuck(id) && state[id] != nil ? .red : nil
  }

  // MARK: Why

  /// The chain of what waits for what, down to what does not wait, and what the diagnosis says.
  private mutating func writeCause() {
    let words = StateWords(state, of: annotated)
    var seen: Set<OperationID> = [operation.id]
    var next = nearest(operation.id)
    if next != nil { addHeading("down to the root") }
    while let id = next, seen.count < 9 {
      let isKnown = !seen.insert(id).inserted
      let again = isKnown ? ", and so on: a cycle" : ""
      add("\(annotated.name(id)): \(sentence(on: id, words))\(again)", look(id))
      next = isKnown ? nil : nearest(id)
    }
    for finding in watched.stalls(at: state.instant)
    where finding.operations.contains(operation.id) || finding.blocked.contains(operation.id) {
      let end = annotated.trace.end
      let isPast = state.instant < end
      let moment = isPast ? ", as it was at \(annotated.duration(end.nanoseconds))" : ""
      addHeading("stalled: \(annotated.cut(finding.rule, to: 60))\(moment)")
      add(annotated.cut(finding.sentence, to: 1_000), .red)
      add(annotated.cut(finding.advice, to: 1_000))
    }
  }

  /// The first operation that keeps one from getting on.
  private func nearest(_ id: OperationID) -> OperationID? {
    switch state.cause(of: id) {
    case .dependencies(let ids), .barrier(let ids), .slot(let ids, _): ids.first
    case .waitsInside(let other): other
    default: nil
    }
  }

  // MARK: Times

  private mutating func writeTimes() {
    addHeading("times")
    let milestones = operation.milestones
    let moments: [(String, TraceInstant?)] = [
      ("seen", milestones.seen), ("added to its queue", milestones.enqueued),
      ("ready", milestones.ready), ("started", milestones.started),
      ("start() returned", milestones.startReturned), ("cancelled", milestones.cancelled),
      ("finished", milestones.finished), ("completion block", milestones.completionBegan),
      ("completion block ended", milestones.completionEnded),
      ("deallocated", milestones.deallocated),
    ]
    for (what, instant) in moments {
      guard let instant, instant <= state.instant else { continue }
      add("\(DurationText.seconds(instant.nanoseconds, decimals: 6)) s  \(what)")
    }
    let spans = operation.intervals.filter { $0.start <= state.instant }
    if !spans.isEmpty { addHeading("states") }
    for span in spans {
      let end = min(span.end, state.instant)
      let length = annotated.duration(end.nanoseconds(since: span.start))
      add("\(span.state.words) \(length)")
    }
  }

  // MARK: Edges

  private mutating func writeNeighbours() {
    let words = StateWords(state, of: annotated)
    write("depends on", operation.dependencies, words)
    let dependents = annotated.trace.edges
      .filter { $0.source == operation.id && $0.kind == .dependency }
      .map(\.target)
    write("needed by", dependents, words)
    let made = annotated.trace.edges
      .filter { $0.source == operation.id && $0.kind == .createdBy }
      .map(\.target)
    write("added", made, words)
  }

  private mutating func write(_ heading: String, _ ids: [OperationID], _ words: StateWords) {
    guard !ids.isEmpty else { return }
    addHeading("\(heading) (\(CountText.grouped(ids.count)))")
    for id in ids.prefix(Self.most) {
      add("\(annotated.name(id)): \(sentence(on: id, words))", look(id))
    }
    if ids.count > Self.most { add("and \(CountText.grouped(ids.count - Self.most)) more", .quiet) }
  }

  private mutating func writeStack() {
    guard let traced = annotated.trace.stacks[operation.id], traced.instant <= state.instant else {
      return
    }
    addHeading("its thread at \(DurationText.seconds(traced.instant.nanoseconds, decimals: 3)) s")
    if let call = traced.stack.systemCall { add("blocked in \(annotated.cut(call, to: 60))") }
    for frame in traced.stack.frames.prefix(24) {
      let name = frame.function ?? frame.module ?? "unknown"
      let line = frame.line.map { ":\($0)" } ?? ""
      let place = frame.file.map { " at \($0)\(line)" } ?? ""
      add(annotated.cut(name + place, to: 300))
    }
  }

  private mutating func writeNotes() {
    if let failure = operation.failure {
      addHeading("failed")
      add(annotated.cut(failure, to: 300), .magenta)
    }
    let notes = operation.notes.filter { $0.instant <= state.instant }
    guard !notes.isEmpty else { return }
    addHeading("notes")
    for note in notes.suffix(Self.most) {
      let moment = DurationText.seconds(note.instant.nanoseconds, decimals: 3)
      add("\(moment) s  \(annotated.cut(note.text, to: 300))")
    }
  }
}
