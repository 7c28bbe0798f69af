import TraceAnalysis
import TraceEvents
import TraceModel

/// The operations of a report, in columns.
struct ReportOperations {
  /// What names have in front of the number with which they end.
  private(set) var stems = ReportStrings()
  private(set) var classes = ReportStrings()
  private(set) var remarks = ReportStrings()
  /// When each was enqueued, ready, given a slot, started, finished, returned from `start()`, deallocated and cancelled.
  private(set) var moments = MomentColumns(count: 8)

  private let data: ReportData
  private var table: [(name: String, column: ReportColumn)]
  private var rare: [PageJSON.Field] = []

  /// The bits of the flags, as `Flag` in `Page/model.js`.
  private enum Flag {
    static let stalled = 1
    static let barrier = 2
    static let asynchronous = 4
  }

  private static let columnNames = [
    "id", "stem", "number", "class", "queue", "lane", "startThread", "finishThread",
    "enqueueThread",
    "creator", "priority", "node", "remark", "outcome", "flags", "slack", "potential",
  ]

  /// Writes the columns.
  ///
  /// - Parameters:
  ///   - data: The report.
  ///   - lanes: The lane of each operation in its queue, by row.
  init(_ data: ReportData, lanes: [Int]) {
    self.data = data
    table = Self.columnNames.map { ($0, ReportColumn()) }
    let (trace, rows) = (data.trace, data.rows)
    let slack = SlackTable(of: trace, criticalPath: data.annotated.criticalPath)
    var nodes = [Int32](repeating: -1, count: trace.operations.count)
    for (place, node) in data.graph.contents.folded.nodes.enumerated() {
      for position in node.operations { nodes[position] = Int32(place) }
    }
    for (row, position) in rows.positions.enumerated() {
      let operation = trace.operations[position]
      let name = stemAndNumber(of: operation)
      add([
        Int(operation.id.rawValue),
        name.stem,
        name.number,
        classes.place(of: operation.shownClass),
        operation.queue.flatMap { trace.position(of: $0) } ?? trace.queues.count,
        lanes[row],
        operation.startThread.flatMap { trace.position(of: $0) },
        operation.finishThread.flatMap { trace.position(of: $0) },
        operation.enqueueThread.flatMap { trace.position(of: $0) },
        rows[operation.creator],
        operation.isBarrier || operation.enqueueDetail.priority == 0
          ? nil : Int(operation.enqueueDetail.priority),
        nodes[position] < 0 ? nil : Int(nodes[position]),
        remark(on: operation),
        operation.outcome.number,
        flags(of: operation),
        slack.slack(of: operation.id).map { Int(clamping: $0) },
        data.annotated.critical.contains(operation.id)
          ? Int(clamping: slack.potential(of: operation.id)) : nil,
      ])
      let milestones = operation.milestones
      moments.add(
        [
          milestones.enqueued, milestones.ready, operation.slotTaken, milestones.started,
          milestones.finished, milestones.startReturned, milestones.deallocated,
          milestones.cancelled,
        ].map { $0?.nanoseconds }
      )
      addRarities(of: operation, row: row)
    }
  }

  /// The columns by name.
  var columns: PageJSON {
    .object(table.map { .init(name: $0.name, value: PageJSON($0.column)) })
  }

  /// What few operations have, by row.
  var rarities: PageJSON {
    .object(rare)
  }

  private mutating func add(_ row: [Int?]) {
    for (place, number) in row.enumerated() { table[place].column.add(number) }
  }

  /// A name in two parts: what many have in common, and the number behind it; none where the page makes one of class and number.
  private mutating func stemAndNumber(of operation: TracedOperation) -> (stem: Int?, number: Int?) {
    guard let name = operation.name, !VisibleText.isBlank(name) else { return (nil, nil) }
    let text = VisibleText.line(name)
    var digits = text.utf8.suffix(9).reversed().prefix { (0x30...0x39).contains($0) }.reversed()[
      ...
    ]
    // A number must come back as it was: "07" is none.
    while digits.count > 1, digits.first == 0x30 { digits = digits.dropFirst() }
    let suffix = String(decoding: digits, as: UTF8.self)
    let stem = String(decoding: text.utf8.dropLast(digits.count), as: UTF8.self)
    return (stems.place(of: stem), Int(suffix))
  }

  /// What keeps one that has not finished.
  private mutating func remark(on operation: TracedOperation) -> Int? {
    guard operation.outcome == .unfinished else { return nil }
    let words = OperationText(operation, in: data.annotated).remark
    return words.isEmpty ? nil : remarks.place(of: words)
  }

  private func flags(of operation: TracedOperation) -> Int {
    var flags = 0
    if data.annotated.isStuck(operation.id) { flags |= Flag.stalled }
    if operation.isBarrier { flags |= Flag.barrier }
    if operation.classTraits.contains(.overridesStart) { flags |= Flag.asynchronous }
    return flags
  }

  private mutating func addRarities(of operation: TracedOperation, row: Int) {
    var fields: [PageJSON.Field] = []
    if let failure = operation.failure {
      fields.append(.init(name: "failure", value: .string(VisibleText.line(failure))))
    }
    if !operation.notes.isEmpty {
      let notes = operation.notes.map { note in
        PageJSON.array([PageJSON(note.instant.nanoseconds), .string(VisibleText.line(note.text))])
      }
      fields.append(.init(name: "notes", value: .array(notes)))
    }
    if let canceller = data.rows[operation.canceller] {
      fields.append(.init(name: "canceller", value: PageJSON(canceller)))
    }
    if let finisher = data.rows[operation.finisher] {
      fields.append(.init(name: "finisher", value: PageJSON(finisher)))
    }
    if !fields.isEmpty { rare.append(.init(name: "\(row)", value: .object(fields))) }
  }
}

extension TracedOperation {
  /// Its class, also of a barrier's.
  fileprivate var shownClass: String {
    let name = VisibleText.line(className)
    return VisibleText.isBlank(name) ? "operation" : name
  }
}

extension TracedOperation.Outcome {
  /// The number by which the page knows it.
  fileprivate var number: Int {
    switch self {
    case .succeeded: 0
    case .failed: 1
    case .cancelledBeforeStart: 2
    case .cancelledWhileExecuting: 3
    case .unfinished: 4
    }
  }
}
