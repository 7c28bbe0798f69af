import TraceAnalysis
public import TraceEvents
public import TraceModel

/// Writes out what went on at one moment: each queue, and each operation with what kept it.
struct StateText {
  private let annotated: AnnotatedTrace
  private let state: TraceState
  private let rows: Int
  private let words: StateWords
  private var report: TextReport

  /// Writes the state of a moment, with at most so many rows in each list.
  init(_ state: TraceState, of annotated: AnnotatedTrace, style: TextStyle, rows: Int) {
    self.annotated = annotated
    self.state = state
    self.rows = max(1, rows)
    words = StateWords(state, of: annotated)
    report = TextReport(style)
    writeHead()
    writeQueues()
    writeLists()
  }

  /// The text; every line ends with a newline.
  var text: String {
    report.text
  }

  private mutating func writeHead() {
    let header = annotated.trace.header
    let program = annotated.cut(header.program, to: report.style.columns - 20)
    if !VisibleText.isBlank(program) {
      report.add(program + (header.processID == 0 ? "" : ", process \(header.processID)"), .bold)
    }
    var parts = ["at \(words.moment) of \(annotated.duration(annotated.trace.durationNanoseconds))"]
    if header.startedAtUnixNanoseconds > 0 {
      let unix = header.startedAtUnixNanoseconds &+ state.instant.nanoseconds
      parts.append(CalendarText.utc(unixNanoseconds: unix, decimals: 3))
    }
    report.add(parts: parts)
    report.add(words.totals)
    report.addProblems(of: annotated)
  }

  private mutating func writeQueues() {
    let queues = state.queues.filter { $0.openCount > 0 || $0.finishedCount > 0 || $0.isNotable }
    guard !queues.isEmpty else { return }
    report.addGap()
    let finished = state.droppedCount > 0 ? "finished (kept)" : "finished"
    var table = TextTable(["queue", "limit", "executing", "queued", "waiting", finished])
    for queue in queues.prefix(rows) {
      table.add([
        annotated.name(queue.id),
        queue.limit.map { "\($0)" } ?? "none",
        CountText.grouped(queue.executing.count),
        CountText.grouped(queue.queued.count),
        CountText.grouped(queue.waiting.count),
        CountText.grouped(queue.finishedCount),
      ])
    }
    if table.columns(first: 6) <= report.style.columns - 2 {
      table.write(to: &report)
    } else {
      for queue in queues.prefix(rows) { writeInWords(queue) }
    }
    writeMore(queues.count)
    for queue in queues.prefix(rows) where queue.isNotable {
      report.add("\(annotated.name(queue.id)): \(words.remarks(on: queue))", .magenta, indent: 2)
    }
  }

  /// A queue in a line, where the table has no room.
  private mutating func writeInWords(_ queue: TraceState.Queue) {
    report.add("queue \(annotated.name(queue.id))", .bold, indent: 2)
    let limit = queue.limit.map { "limit \($0)" } ?? "no limit"
    let counts = """
      \(limit), \(CountText.grouped(queue.executing.count)) executing, \
      \(CountText.grouped(queue.queued.count)) queued, \
      \(CountText.grouped(queue.waiting.count)) waiting, \
      \(CountText.grouped(queue.finishedCount)) finished
      """
    report.add(counts, indent: 4)
  }

  private mutating func writeMore(_ count: Int) {
    guard count > rows else { return }
    report.add("and \(CountText.grouped(count - rows)) more (--all lists all)", .quiet, indent: 2)
  }
}

// MARK: - Lists

extension StateText {
  /// A list under a heading.
  private struct Section {
    var heading: String
    var rows: [Row]
    /// How many there are with those that are left out.
    var count: Int
  }

  /// Something that has lasted so long, and what there is to say of it in so many columns.
  private struct Row {
    var name: String
    var lasted: String
    var remark: (Int) -> String
  }

  private var sections: [Section] {
    var sections = StateWords.Group.allCases.map { operations($0) }
    let waits = state.waits.prefix(rows).map { wait in
      Row(name: words.thread(wait.thread), lasted: lasted(since: wait.start)) { [words] _ in
        words.remark(on: wait)
      }
    }
    sections.append(Section(heading: "blocked threads", rows: waits, count: state.waits.count))
    let finished = state.lastFinished.map { id in
      let finished = annotated.trace[id]?.milestones.finished ?? .zero
      return Row(name: annotated.name(id), lasted: lasted(since: finished)) { [words] _ in
        words.ending(of: id)
      }
    }
    sections.append(
      Section(heading: "finished last", rows: finished, count: state.finishedCount)
    )
    return sections.filter { !$0.rows.isEmpty }
  }

  private func operations(_ group: StateWords.Group) -> Section {
    // Who has been at it longest comes first.
    let members = state.operations.filter { StateWords.Group($0.state) == group }
      .sorted { ($0.since, $0.id) < ($1.since, $1.id) }
    let rows = members.prefix(rows).map { operation in
      let lasted = group == .notEnqueued ? "" : lasted(since: operation.since)
      return Row(name: annotated.name(operation.id), lasted: lasted) { [words] columns in
        words.remark(on: operation, columns: columns)
      }
    }
    return Section(heading: group.heading, rows: rows, count: members.count)
  }

  private func lasted(since instant: TraceInstant) -> String {
    annotated.duration(state.instant.nanoseconds(since: instant))
  }

  private mutating func writeLists() {
    let sections = sections
    let names = sections.flatMap(\.rows).map { DisplayWidth.of($0.name) }
    let nameColumns = min(names.max() ?? 0, max(12, report.style.columns * 3 / 10))
    for section in sections {
      report.addGap()
      report.add("\(section.heading) (\(CountText.grouped(section.count)))", .bold)
      for row in section.rows { write(row, nameColumns: nameColumns) }
      if section.heading != "finished last" { writeMore(section.count) }
    }
  }

  private mutating func write(_ row: Row, nameColumns: Int) {
    var line = StyledLine(report.style)
    line.pad(to: 2)
    line.add(annotated.cut(row.name, to: nameColumns))
    let end = 2 + nameColumns + 2 + 9
    line.pad(to: end - DisplayWidth.of(row.lasted))
    line.add(row.lasted)
    line.pad(to: end + 2)
    let room = report.style.columns - end - 2
    line.add(annotated.cut(row.remark(room), to: room), .quiet)
    report.add(line)
  }
}

extension TraceState.Queue {
  /// Whether there is more to say than counts.
  fileprivate var isNotable: Bool {
    suspendedSince != nil || !barriers.isEmpty
  }
}

extension Trace {
  /// What went on at one moment, for a terminal: the queues, and each operation that had not finished with what kept it.
  ///
  /// Names are made safe to show and cut in the middle; no line is wider than the style's width.
  ///
  /// - Parameters:
  ///   - instant: The moment; one after the trace's end counts as the end, one before its horizon as the horizon.
  ///   - style: Width, charset and colours.
  ///   - rows: The most rows of each list; what is left out is counted.
  /// - Returns: The text; every line of it ends with a newline.
  public func stateText(
    at instant: TraceInstant,
    _ style: TextStyle = TextStyle(),
    rows: Int = 20
  ) -> String {
    let annotated = AnnotatedTrace(
      self,
      diagnosis: nil,
      criticalPath: nil,
      charset: style.charset
    )
    let state = annotated.history.state(at: instant, lastFinished: min(rows, 10))
    return StateText(state, of: annotated, style: style, rows: rows).text
  }
}
