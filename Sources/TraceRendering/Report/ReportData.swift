import TraceAnalysis
import TraceEvents
import TraceModel

/// What a report's page knows of a run, as JSON that `Page/model.js` reads.
///
/// What every operation has stands in columns, by the rows of `ReportRows`; what few have, by row. Moments are nanoseconds since the
/// recording began. Names are made safe to show.
struct ReportData {
  let annotated: AnnotatedTrace
  let graph: TraceGraph
  let title: String
  let rows: ReportRows
  /// What changed since other runs; nil where there are none.
  let changes: RunComparison?

  init(
    _ annotated: AnnotatedTrace,
    graph: TraceGraph,
    title: String,
    changes: RunComparison? = nil
  ) {
    self.changes = changes
    self.annotated = annotated
    self.graph = graph
    self.title = title
    rows = ReportRows(annotated)
  }

  var trace: Trace {
    annotated.trace
  }

  /// The layout: raised when a page could no longer read what an older one wrote.
  static let version = 1

  /// The whole.
  var json: PageJSON {
    let queues = ReportQueues(annotated, rows: rows)
    let operations = ReportOperations(self, lanes: queues.lanes)
    var fields: [PageJSON.Field] = []
    func add(_ name: String, _ value: PageJSON) {
      fields.append(.init(name: name, value: value))
    }
    add("version", PageJSON(Self.version))
    add("head", head)
    add("count", PageJSON(rows.positions.count))
    add("duration", PageJSON(trace.end.nanoseconds))
    add("span", span)
    add("numbers", ReportNumbers(annotated).json)
    add("stems", PageJSON(operations.stems.texts))
    add("classes", PageJSON(operations.classes.texts))
    add("remarks", PageJSON(operations.remarks.texts))
    add("threads", PageJSON(trace.threads.map { $0.visibleName() }))
    add("threadNumbers", PageJSON(trace.threads.map(\.numberBesideName)))
    add("queues", queues.json)
    add("columns", operations.columns)
    add("moments", PageJSON(operations.moments.base64))
    add("rarities", operations.rarities)
    add("edges", edges)
    add("path", path)
    add("graph", graphNodes)
    add("findings", findings)
    if let changes { add("changes", ReportChanges(changes).json) }
    return .object(fields)
  }

  private var head: PageJSON {
    let header = trace.header
    let verdict = annotated.diagnosis.map { Verdict($0, of: annotated) }
    let began = header.startedAtUnixNanoseconds
    return [
      "title": .string(title),
      "process": PageJSON(Int(header.processID)),
      "began": began > 0 ? .string(CalendarText.utc(unixNanoseconds: began)) : .null,
      "totals": .string(RunTotals(annotated).line),
      "verdict": trace.operations.isEmpty
        ? .string("no operation was seen: none was added to a queue while it was recorded")
        : verdict.map { .string($0.line) } ?? .null,
      "level": verdict.map { .string($0.level.word) } ?? .null,
      "scope": annotated.scopeLine.map { .string($0) } ?? .null,
      "problems": PageJSON(trace.problems.map { VisibleText.line($0.message) }),
    ]
  }

  /// The span that is worth a look: of a narrowed report that of its operations.
  private var span: PageJSON {
    let span = annotated.selectedSpan
    return ["from": PageJSON(span.start.nanoseconds), "to": PageJSON(span.end.nanoseconds)]
  }

  private var edges: PageJSON {
    // In the order of the rows where they begin, how many begin in each says where each of them does.
    let shown = trace.edges.filter { rows[$0.source] != nil && rows[$0.target] != nil }
    let bySource = Buckets(
      shown,
      count: rows.positions.count,
      key: { rows[$0.source] },
      value: { $0 }
    )
    var (degrees, ends) = (ReportColumn(), ReportColumn())
    for row in rows.positions.indices {
      degrees.addDifference(Int64(bySource[row].count))
      for edge in bySource[row] {
        let distance = Int64((rows[edge.target] ?? row) - row)
        let kind = Int64(edge.kind.rawValue)
        ends.addDifference(distance < 0 ? distance * 8 - kind : distance * 8 + kind)
      }
    }
    return ["count": PageJSON(ends.count), "degrees": PageJSON(degrees), "ends": PageJSON(ends)]
  }

  private var graphNodes: PageJSON {
    let nodes = graph.contents.folded.nodes
    let identities = nodes.map { node in
      let first = trace.operations[node.operations[0]].id.rawValue
      return "\(node.isSingle ? "op" : "group")_\(first)"
    }
    return [
      "nodes": PageJSON(identities),
      "names": PageJSON(nodes.map { $0.isSingle ? "" : OperationText($0, in: annotated).name }),
      "scope": PageJSON(graph.contents.scopeLines),
      "legendFill": .string(GraphPalette.quietText.light),
    ]
  }
}

extension TracedThread {
  /// As the threads of a pool share a name, the number by which findings call it; empty where its name says it.
  fileprivate var numberBesideName: String {
    isMain || visibleName() == "thread \(id.rawValue)" ? "" : "thread \(id.rawValue)"
  }
}

extension Verdict.Level {
  /// The word by which the page knows it.
  var word: String {
    switch self {
    case .fine: "fine"
    case .warning: "warning"
    case .error: "error"
    }
  }
}
