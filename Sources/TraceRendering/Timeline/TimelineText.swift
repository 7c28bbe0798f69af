import TraceAnalysis
import TraceEvents
import TraceModel

/// Draws a run as rows of text on one time axis.
struct TimelineText {
  private let annotated: AnnotatedTrace
  private let style: TextStyle
  private let glyphs: TimelineGlyphs
  private let texts: [OperationID: OperationText]
  private let layout: TimelineLayout
  private let axis: TimeAxis
  private var report: TextReport
  private var legend: Set<BarTone> = []

  private let rows: TimelineRows
  /// The queues that have a row to draw, and the barriers without an operation.
  private let queues: [TracedQueue]
  private let bareBarriers: [QueueID: [TracedQueue.Barrier]]

  /// Draws the rows of some operations on an axis of their own.
  init(_ annotated: AnnotatedTrace, style: TextStyle, only excerpt: Set<OperationID>) {
    self.init(annotated, style: style, among: excerpt)
    writeRows()
  }

  /// Draws the rows of all operations, or of those of a view on an axis of their own, below what the run comes to; where they
  /// are too many, of those that have most to say.
  init(
    _ annotated: AnnotatedTrace,
    style: TextStyle,
    view: NarrowedView? = nil,
    mostRows: Int? = nil
  ) {
    let asked = view?.operations(in: annotated.trace)
    self.init(annotated, style: style, among: asked, mostRows: mostRows)
    writeHead(view)
    writeRows()
  }

  private init(
    _ annotated: AnnotatedTrace,
    style: TextStyle,
    among excerpt: Set<OperationID>?,
    mostRows: Int? = nil
  ) {
    self.annotated = annotated
    self.style = style
    report = TextReport(style)
    glyphs = TimelineGlyphs(style.charset)
    let trace = annotated.trace
    let rows = TimelineRows(annotated, among: excerpt, most: mostRows)
    self.rows = rows
    let operations = trace.operations.filter { rows.shown?.contains($0.id) ?? true }
    var texts: [OperationID: OperationText] = [:]
    for operation in operations { texts[operation.id] = OperationText(operation, in: annotated) }
    self.texts = texts
    var bareBarriers: [QueueID: [TracedQueue.Barrier]] = [:]
    if excerpt == nil {
      for queue in trace.queues where !queue.barriers.isEmpty {
        bareBarriers[queue.id] = queue.bareBarriers
      }
    }
    self.bareBarriers = bareBarriers
    queues = trace.queues.filter { queue in
      queue.operations.contains { texts[$0] != nil } || bareBarriers[queue.id]?.isEmpty == false
    }
    var names = texts.values.map(\.name) + bareBarriers.values.joined().map(\.visibleName)
    names += queues.filter { !$0.suspensions.isEmpty }.map(\.suspensionName)
    layout = TimelineLayout(
      width: style.columns,
      names: names.map { DisplayWidth.of($0) },
      statuses: texts.values.map { DisplayWidth.of($0.status) },
      remarks: texts.values.map { DisplayWidth.of($0.remark) }
    )
    let isExcerpt = excerpt != nil && annotated.selected == nil
    let span = isExcerpt ? RunSpan(of: operations, in: trace) : annotated.selectedSpan
    axis = TimeAxis(span, columns: layout.barColumns, charset: style.charset)
  }

  /// The text; each line ends with a newline and fits the width.
  var text: String {
    report.text
  }

  private mutating func writeRows() {
    guard !texts.isEmpty || !queues.isEmpty else { return }
    writeAxis()
    var placed: Set<OperationID> = []
    for queue in queues {
      writeQueue(queue)
      for id in queue.operations where texts[id] != nil && placed.insert(id).inserted {
        writeRow(id)
      }
      for barrier in bareBarriers[queue.id] ?? [] { writeRow(barrier) }
      writeOmitted(of: queue.id)
    }
    let others = annotated.trace.operations.map(\.id).filter {
      texts[$0] != nil && !placed.contains($0)
    }
    if !others.isEmpty {
      report.add("in no queue", .bold)
      others.forEach { writeRow($0) }
    }
    writeOmitted(of: nil)
    writeLegend()
  }

  /// How many operations of a queue have no row.
  private mutating func writeOmitted(of queue: QueueID?) {
    guard let count = rows.omitted[queue] else { return }
    let words = CountText.of(count, "more operation")
    report.add(queue == nil ? "\(words) in no queue" : words, .quiet, indent: 2)
  }
}

// MARK: - Parts

extension TimelineText {
  private mutating func writeHead(_ view: NarrowedView?) {
    let title = annotated.cut(annotated.trace.header.program, to: style.columns)
    if !VisibleText.isBlank(title) { report.add(title, .bold) }
    report.add(parts: RunTotals(annotated).parts)
    if let diagnosis = annotated.diagnosis, !annotated.trace.operations.isEmpty {
      let verdict = Verdict(diagnosis, of: annotated, in: view)
      report.add(verdict.line, verdict.level.terminalLook)
    }
    report.add(view, of: annotated)
    if rows.omittedCount > 0 {
      report.add(
        """
        \(CountText.of(texts.count, "row")): what is stalled or failed, the critical path, what was cancelled, and the slowest \
        of the rest; \(CountText.of(rows.omittedCount, "operation has", "operations have")) none (--all shows each)
        """
      )
    }
    report.addProblems(of: annotated)
    report.addGap()
  }

  private mutating func writeAxis() {
    var labels = StyledLine(style)
    for tick in axis.ticks {
      let start = layout.barStart + tick.column
      guard start + DisplayWidth.of(tick.label) <= layout.width else { continue }
      labels.pad(to: start)
      labels.add(tick.label, .quiet)
    }
    report.add(labels)
    var characters = Array(repeating: glyphs.axis, count: axis.columns)
    for tick in axis.ticks { characters[tick.column] = glyphs.tick }
    var line = StyledLine(style)
    line.pad(to: layout.barStart)
    line.add(String(characters), .quiet)
    report.add(line)
  }

  private mutating func writeQueue(_ queue: TracedQueue) {
    var line = StyledLine(style)
    let use = queue.useInParts
    let room = layout.width - queue.useInWords.count - 2
    line.add(annotated.name(queue.id, atMost: max(8, room)), .bold)
    for (position, part) in use.enumerated() {
      let text = (position == 0 ? "  " : ", ") + part
      guard line.columns + text.count <= layout.width else { break }
      line.add(text)
    }
    report.add(line)
    writeSuspensions(of: queue)
  }

  /// The spans in which the queue was suspended, in a row.
  private mutating func writeSuspensions(of queue: TracedQueue) {
    guard !queue.suspensions.isEmpty else { return }
    let parts = queue.suspensions.map { span in
      BarPart(.queueSuspended, from: span.start, to: span.end ?? annotated.trace.end)
    }
    let total = parts.reduce(0) { $0 + $1.end.nanoseconds(since: $1.start) }
    var remark = ""
    if let last = queue.suspensions.last, let actor = last.actor {
      remark = "by \(annotated.name(actor, atMost: 30))"
    }
    writeRow(
      mark: "",
      name: (queue.suspensionName, .magenta),
      bar: TimelineBar(
        parts.filter { $0.end > axis.span.start && $0.start <= axis.span.end },
        along: axis
      ),
      status: (annotated.duration(total), .magenta),
      remark: remark
    )
  }

  /// A barrier block for which Foundation made no operation, as its queue was empty.
  private mutating func writeRow(_ barrier: TracedQueue.Barrier) {
    let began = barrier.began ?? annotated.trace.end
    let ended = barrier.ended ?? annotated.trace.end
    let parts = [
      BarPart(.waitingForDependencies, from: barrier.added, to: began),
      BarPart(.executing, from: began, to: ended),
    ]
    var status = annotated.duration(ended.nanoseconds(since: began))
    if barrier.ended == nil { status = barrier.began == nil ? "waiting" : "executing" }
    writeRow(
      mark: "",
      name: (barrier.visibleName, nil),
      bar: TimelineBar(parts.filter { $0.start < $0.end }, along: axis),
      status: (status, nil),
      remark: ""
    )
  }

  private mutating func writeRow(_ id: OperationID) {
    guard let operation = annotated.trace[id], let text = texts[id] else { return }
    let parts = operation.barParts(stalledSince: annotated.stalledSince[id])
    let look: StyledLine.Look? =
      switch text.look {
      case .plain, .pending: nil
      case .stalled: .red
      case .failed: .magenta
      case .cancelled: .quiet
      }
    writeRow(
      mark: annotated.critical.contains(id) ? glyphs.criticalMark : "",
      name: (text.name, look),
      bar: TimelineBar(
        parts.filter { $0.end >= axis.span.start && $0.start <= axis.span.end },
        along: axis
      ),
      status: (text.status, look),
      remark: text.remark
    )
  }

  private mutating func writeRow(
    mark: String,
    name: (text: String, look: StyledLine.Look?),
    bar: TimelineBar,
    status: (text: String, look: StyledLine.Look?),
    remark: String
  ) {
    var line = StyledLine(style)
    line.add(mark, .bold)
    line.pad(to: TimelineLayout.markColumns)
    line.add(
      MiddleCut.columns(name.text, to: layout.nameColumns, charset: style.charset),
      name.look
    )
    line.pad(to: layout.barStart)
    for run in bar.runs {
      if let tone = run.tone {
        legend.insert(tone)
        line.add(String(repeating: glyphs.glyph(tone), count: run.count), glyphs.look(tone))
      } else {
        line.pad(to: line.columns + run.count)
      }
    }
    let status = (
      text: MiddleCut.columns(status.text, to: layout.statusColumns, charset: style.charset),
      look: status.look
    )
    line.pad(to: layout.statusEnd - DisplayWidth.of(status.text))
    line.add(status.text, status.look)
    if layout.remarkColumns > 0 {
      line.pad(to: layout.statusEnd + 2)
      line.add(
        MiddleCut.columns(remark, to: layout.remarkColumns, charset: style.charset),
        .quiet
      )
    }
    report.add(line)
  }

  private mutating func writeLegend() {
    var entries: [(sample: String, look: StyledLine.Look?, words: String)] = []
    for tone in BarTone.allCases where legend.contains(tone) {
      entries.append((String(glyphs.glyph(tone)), glyphs.look(tone), tone.words))
    }
    if !annotated.critical.isEmpty {
      entries.append((glyphs.criticalMark, .bold, "critical path"))
    }
    guard !entries.isEmpty else { return }
    report.addGap()
    var line = StyledLine(style)
    for entry in entries {
      let columns = DisplayWidth.of(entry.sample) + 1 + DisplayWidth.of(entry.words)
      if line.columns > 0, line.columns + 3 + columns > layout.width {
        report.add(line)
        line = StyledLine(style)
      }
      if line.columns > 0 { line.pad(to: line.columns + 3) }
      line.add(entry.sample, entry.look)
      line.add(" " + entry.words)
    }
    report.add(line)
  }
}

extension TracedQueue.Barrier {
  /// The name to show for a barrier without an operation.
  var visibleName: String {
    "barrier block \(number)"
  }
}

extension TracedQueue {
  /// The name of the row of its suspensions.
  fileprivate var suspensionName: String {
    isSuspendedAtEnd ? "SUSPENDED" : "suspended"
  }
}
