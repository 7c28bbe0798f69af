import TraceAnalysis
import TraceEvents
import TraceModel

extension WatchModel {
  /// The queues, the operations, what is stuck, and what finished last.
  mutating func overviewLines(_ size: Size) -> [ScreenLine] {
    guard let watched, let state else {
      return [ScreenLine("optrace watch", .bold), ScreenLine(notice ?? "waiting for a trace")]
    }
    let words = StateWords(state, of: watched.annotated)
    var lines = headLines(watched, state, words, size)
    let room = size.rows - 1 - lines.count
    let isRoomy = room >= 14
    let stalls = room >= 8 ? stallLines(watched, size, atMost: max(3, room / 4)) : []
    // Where little goes on there is room for more of what went on.
    let finishedCount = max(
      3,
      min(10, room - stalls.count - state.queues.count - self.rows.count - 8)
    )
    let finished = isRoomy ? finishedLines(watched, state, words, atMost: finishedCount) : []
    let queueRoom = room - stalls.count - finished.count
    // Operations need no more room than there are of them.
    let spare = queueRoom - (self.rows.count + 3)
    let queues =
      queueRoom >= 5 ? queueLines(watched, state, size, atMost: max(queueRoom / 3, spare)) : []
    lines += queues
    lines += operationLines(
      watched,
      words,
      size,
      room: room - queues.count - stalls.count - finished.count
    )
    return lines + stalls + finished
  }

  // MARK: The head

  private func headLines(
    _ watched: WatchedTrace,
    _ state: TraceState,
    _ words: StateWords,
    _ size: Size
  ) -> [ScreenLine] {
    let annotated = watched.annotated
    var title = ScreenLine()
    let program = annotated.cut(watched.trace.header.program, to: max(8, size.columns - 44))
    title.add(VisibleText.isBlank(program) ? "a program" : program, .bold)
    if watched.trace.header.processID > 0 { title.add(" \(watched.trace.header.processID)") }
    let (presence, look) = watched.presence.words
    // The moment must have room beside it.
    title.add("  \(isPaused ? presence.prefix { $0 != ":" } : presence[...])", look)
    title.add(isPaused ? "  at \(words.moment) of " : "  ", isPaused ? .yellow : nil)
    title.add(annotated.duration(watched.trace.durationNanoseconds))
    if watched.restNanoseconds >= 3_000_000_000 {
      title.add("  read every \(annotated.duration(watched.restNanoseconds))", .quiet)
    }
    var totals = ScreenLine(CountText.of(state.begunCount, "operation"))
    if state.droppedCount > 0 {
      totals.add(" kept of \(CountText.grouped(state.begunCount + state.droppedCount)), ")
    } else {
      totals.add(", \(CountText.grouped(state.finishedCount)) finished, ")
    }
    totals.add("\(CountText.rate(watched.rate(at: state.instant)))/s; ")
    let counts = StateWords.Group.listed.map { group in
      let count = state.operations.count { StateWords.Group($0.state) == group }
      return "\(CountText.grouped(count)) \(group.heading)"
    }
    totals.add(counts.joined(separator: ", "))
    let verdict = watched.verdict(at: state.instant)
    var lines = [title, totals, ScreenLine(verdict.text, verdict.look)]
    if let notice {
      lines.append(ScreenLine(notice, .yellow))
    } else if let problem = watched.trace.problems.first {
      let more = watched.trace.problems.count - 1
      let others = more > 0 ? " (and \(CountText.of(more, "more problem")))" : ""
      let text = "incomplete: \(annotated.cut(problem.message, to: 200))\(others)"
      lines += TextWrap.lines(text, width: size.columns).prefix(3).map { ScreenLine($0, .yellow) }
    }
    if isPaused, let horizon = watched.trace.horizon, state.instant <= horizon.instant {
      lines.append(ScreenLine("the oldest moment that is kept", .yellow))
    }
    if isPaused, let event = lastEvent(watched) { lines.append(ScreenLine(event, .cyan)) }
    return Array(lines.prefix(max(1, size.rows - 1)))
  }

  /// What happened last before the moment, or at it.
  private func lastEvent(_ watched: WatchedTrace) -> String? {
    let events = watched.trace.log.events
    let words = EventWords(watched.annotated)
    let count = watched.trace.eventCount { $0 <= instant }
    for event in events[..<count].suffix(20).reversed() {
      guard let what = words.words(for: event) else { continue }
      let operation = event.operation.map { watched.annotated.numberedName($0) }
      let queue = event.queue.map { "queue \(watched.annotated.name($0))" }
      let subject = event.kind.isAboutQueue ? queue ?? operation : operation ?? queue
      let moment = DurationText.seconds(event.instant.nanoseconds, decimals: 6)
      return "\(moment) s: \(subject.map { "\($0) " } ?? "")\(what)"
    }
    return nil
  }

  // MARK: Queues

  private func queueLines(
    _ watched: WatchedTrace,
    _ state: TraceState,
    _ size: Size,
    atMost rows: Int
  ) -> [ScreenLine] {
    let isBusy = { (queue: TraceState.Queue) in queue.openCount > 0 || queue.suspendedSince != nil }
    let known = state.queues.filter { isBusy($0) || $0.finishedCount > 0 }
    guard !known.isEmpty else { return [] }
    let room = max(1, rows - 2)
    // Those where something goes on come first when there is no room for all.
    let shown =
      known.count <= room
      ? known : Array((known.filter(isBusy) + known.filter { !isBusy($0) }).prefix(room))
    let cells = shown.map { queue in
      [
        queue.limit.map { "\($0)" } ?? "none", CountText.grouped(queue.executing.count),
        CountText.grouped(queue.queued.count), CountText.grouped(queue.waiting.count),
        CountText.grouped(queue.finishedCount),
        CountText.rate(watched.rate(of: queue.id, at: state.instant)),
      ]
    }
    let done = state.droppedCount > 0 ? "kept" : "done"
    let columns = ["limit", "exec", "queued", "waiting", done, "/s"].enumerated()
      .map { position, title in
        (title, 2 + cells.reduce(max(4, title.count)) { max($0, $1[position].count) })
      }
    let fitting =
      columns.count
      - columns.indices.drop { count in
        14 + columns.prefix(count + 1).reduce(0) { $0 + $1.1 } <= size.columns
      }.count
    let name = max(8, min(28, size.columns - columns.prefix(fitting).reduce(0) { $0 + $1.1 } - 20))
    var head = ScreenLine("  queue", .quiet)
    var end = 2 + name
    for column in columns.prefix(fitting) {
      end += column.1
      head.add(column.0, endingAt: end, .quiet)
    }
    var lines = [ScreenLine(), head]
    for (queue, cells) in zip(shown, cells) {
      var line = ScreenLine("  ")
      line.add(watched.annotated.name(queue.id, atMost: name))
      var end = 2 + name
      for (cell, column) in zip(cells, columns.prefix(fitting)) {
        end += column.1
        line.add(cell, endingAt: end)
      }
      let remark = StateWords(state, of: watched.annotated).remarks(on: queue)
      if !remark.isEmpty { line.add("  \(remark)", .magenta) }
      lines.append(line)
    }
    if shown.count < known.count {
      lines[0] = ScreenLine()
      lines[1].add("   and \(CountText.grouped(known.count - shown.count)) more", .quiet)
    }
    return lines
  }

  // MARK: Operations

  private mutating func operationLines(
    _ watched: WatchedTrace,
    _ words: StateWords,
    _ size: Size,
    room: Int
  ) -> [ScreenLine] {
    guard room >= 2 else { return [] }
    var head = ScreenLine("  operation", .quiet)
    let name = max(10, min(36, size.columns * 3 / 10))
    let end = 2 + name + 10
    head.add("since", endingAt: end, .quiet)
    let hidden = filter.isEmpty ? "" : " with \"\(VisibleText.line(filter))\""
    head.add("  \(CountText.of(rows.count, "unfinished operation"))\(hidden)", .quiet)
    let space = room >= 6 ? 2 : 1
    pageRows = max(1, room - space)
    let place = rows.firstIndex { $0.id == selection } ?? 0
    // The chosen one stays in sight.
    let first = max(0, min(place - pageRows / 2, rows.count - pageRows))
    var lines = space == 2 ? [ScreenLine(), head] : [head]
    for operation in rows.dropFirst(first).prefix(pageRows) {
      var line = ScreenLine(operation.id == selection ? "> " : "  ")
      let isStuck = watched.diagnosis.stalled[operation.id] != nil
      let isCulprit = watched.annotated.culprits.contains(operation.id)
      let look: StyledLine.Look? =
        isStuck || isCulprit ? .red : operation.state == .executing ? .blue : nil
      line.add(watched.annotated.name(operation.id, atMost: name), look)
      let lasted = watched.annotated.duration(instant.nanoseconds(since: operation.since))
      line.add(lasted, endingAt: end)
      line.add("  ")
      line.add(words.remark(on: operation, columns: size.columns - end - 2))
      if operation.id == selection { line.paint(.reversed) }
      lines.append(line)
    }
    while lines.count < room { lines.append(ScreenLine()) }
    return lines
  }

  // MARK: Stalls and what finished

  private func stallLines(_ watched: WatchedTrace, _ size: Size, atMost rows: Int) -> [ScreenLine] {
    let stalls = watched.stalls(at: instant)
    guard !stalls.isEmpty else { return [] }
    var lines = [ScreenLine()]
    // What the rules say is said of the end.
    let moment = watched.annotated.duration(watched.trace.end.nanoseconds)
    let isPast = instant < watched.trace.end
    for stall in stalls {
      let rule = isPast ? "\(stall.rule), as it was at \(moment)" : stall.rule
      let sentence = watched.annotated.cut("\(rule): \(stall.sentence)", to: 600)
      let texts = TextWrap.lines(sentence, width: max(10, size.columns - 2))
      for (position, text) in texts.enumerated() {
        lines.append(ScreenLine((position == 0 ? "! " : "  ") + text, .red))
      }
      if lines.count > rows { break }
    }
    return Array(lines.prefix(rows))
  }

  private func finishedLines(
    _ watched: WatchedTrace,
    _ state: TraceState,
    _ words: StateWords,
    atMost count: Int
  ) -> [ScreenLine] {
    let last = state.lastFinished.prefix(count)
    guard !last.isEmpty else { return [] }
    var lines = [ScreenLine(), ScreenLine("  finished last", .quiet)]
    for id in last {
      let finished = watched.trace[id]?.milestones.finished ?? .zero
      let ago = watched.annotated.duration(state.instant.nanoseconds(since: finished))
      lines.append(ScreenLine("  \(watched.annotated.name(id)): \(ago) \(words.ending(of: id))"))
    }
    return lines
  }
}

extension StateWords.Group {
  /// The groups that are counted in a line.
  fileprivate static let listed: [Self] = [.executing, .queued, .waiting]
}

extension WatchedTrace.Presence {
  /// What has become of the program, in words.
  var words: (String, StyledLine.Look) {
    switch self {
    case .alive: ("alive", .green)
    case .stopped: ("ended", .cyan)
    case .gone: ("gone without an end: killed or crashed", .red)
    }
  }
}
