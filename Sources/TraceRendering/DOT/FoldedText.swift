import TraceAnalysis
import TraceEvents
import TraceModel

extension OperationText {
  /// What a node of several operations says.
  init(_ node: FoldedGraph.Node, in annotated: AnnotatedTrace) {
    let words = node.names.map { VisibleText.isBlank($0) ? "(unnamed)" : $0 }
    let name =
      words.count > 3
      ? "\(words[0]) → … → \(words[words.count - 1])" : words.joined(separator: " → ")
    let isRow = node.chainLength > 1
    let separated = isRow ? name : words.joined(separator: ", ")
    let count = CountText.of(node.operations.count, "operation")
    let look = Look(node.distinction)
    let total = annotated.duration(node.times.total)
    let median = annotated.duration(node.times.median)
    self.init(
      name: annotated.cut(separated, to: 32),
      kind: annotated.cut(node.className ?? "several classes", to: 28),
      status: isRow ? "\(count) in a row" : count,
      remark: "\(total) in all, median \(median)",
      isStruck: look == .cancelled,
      look: look
    )
    if isRow, node.operations.count > node.chainLength {
      status = "\(count), \(CountText.grouped(node.chainLength)) in a row"
    }
  }

  /// What stands in the third line of a node of several operations; the name is cut to a number of columns.
  static func slowestLine(
    _ node: FoldedGraph.Node,
    in annotated: AnnotatedTrace,
    nameAtMost limit: Int = 40
  ) -> String {
    let slowest = annotated.trace.operations[node.times.slowest]
    let longest = annotated.duration(node.times.longest)
    return "slowest \(longest): \(annotated.name(slowest.id, atMost: limit))"
  }
}

extension OperationText.Look {
  fileprivate init(_ distinction: FoldedGraph.Distinction?) {
    self =
      switch distinction {
      case .stalled: .stalled
      case .failed: .failed
      case .cancelled: .cancelled
      case .asked, .critical, nil: .plain
      }
  }
}

extension FoldedGraph.Node {
  /// The number by which a node of several operations is known: that of its first.
  func number(in trace: Trace) -> UInt32 {
    trace.operations[operations[0]].id.rawValue
  }

  /// The name of the node in a document.
  func identifier(in trace: Trace) -> String {
    (isSingle ? "op" : "g") + "\(number(in: trace))"
  }

  /// All that is known about several operations, a line each, for the tooltip of their node.
  func tooltip(in annotated: AnnotatedTrace) -> [String] {
    let trace = annotated.trace
    let place = queue.map { "in queue \(annotated.name($0))" } ?? "in several queues or none"
    var lines = [
      "\(CountText.of(operations.count, "operation")) \(place)",
      names.prefix(12).joined(separator: chainLength > 1 ? " → " : ", "),
      "\(className ?? "several classes")",
      """
      executed \(annotated.duration(times.total)) in all, median \(annotated.duration(times.median))
      """,
      OperationText.slowestLine(self, in: annotated),
      "waited \(annotated.duration(times.waited)) in all before they started",
    ]
    if chainLength > 1 {
      lines.append("\(CountText.grouped(chainLength)) of them follow one another")
    }
    if innerEdgeCount > 0 {
      let edges = CountText.of(innerEdgeCount, "edge joins", "edges join")
      lines.append("\(edges) operations of this node")
    }
    if distinction == .critical { lines.append("on the critical path") }
    let some = operations.prefix(6).map { annotated.name(trace.operations[$0].id, atMost: 40) }
    lines.append("such as \(CountText.list(some, of: operations.count, atMost: 5))")
    return lines
  }
}
