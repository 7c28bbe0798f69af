import TraceAnalysis
import TraceEvents
import TraceModel

/// Writes a graph as a Mermaid flowchart, for pages that render it.
struct MermaidDocument {
  private let contents: GraphContents
  private var body = ""
  private var heavyLinks: [Int] = []
  private var blockingLinks: [Int] = []
  private var linkCount = 0

  init(_ contents: GraphContents) {
    self.contents = contents
    writeNodes()
    for edge in contents.edges { write(edge) }
    for edge in contents.foldedEdges { write(edge) }
  }

  /// How many edges there are.
  var edgeCount: Int {
    linkCount
  }

  /// The whole document; it ends with a newline.
  var text: String {
    let direction = contents.style.direction == .leftToRight ? "LR" : "TB"
    return "flowchart \(direction)\n\(comments)\(body)\(styles)"
  }

  /// What a picture's title says, for who reads the text.
  private var comments: String {
    let lines = [contents.title, RunTotals(contents.annotated).line] + contents.scopeLines
    return lines.map { "  %% \(MermaidEscaping.comment($0))\n" }.joined()
  }

  // MARK: Nodes

  private mutating func writeNodes() {
    var inside: [QueueID: [Int]] = [:]
    var outside: [Int] = []
    for (place, node) in contents.folded.nodes.enumerated() {
      if let queue = node.queue {
        inside[queue, default: []].append(place)
      } else {
        outside.append(place)
      }
    }
    for queue in contents.trace.queues {
      guard let places = inside[queue.id] else { continue }
      // Mermaid leaves room for one line.
      let words = [contents.annotated.name(queue.id)] + queue.useInParts.prefix(2)
      let label = [words.joined(separator: ", ")]
      body += "  subgraph q\(queue.id.rawValue)[\(MermaidEscaping.label(label))]\n"
      for place in places { writeNode(at: place, indent: "    ") }
      body += "  end\n"
    }
    for place in outside { writeNode(at: place, indent: "  ") }
  }

  private mutating func writeNode(at place: Int, indent: String) {
    let node = contents.folded.nodes[place]
    let operation = contents.trace.operations[node.operations[0]]
    let text =
      node.isSingle
      ? OperationText(operation, in: contents.annotated)
      : OperationText(node, in: contents.annotated)
    let label = MermaidEscaping.label([text.name, text.status, text.remark].filter { !$0.isEmpty })
    // A node of several has double sides.
    let (open, close) = node.isSingle ? ("[", "]") : ("[[", "]]")
    var line = "\(indent)\(node.identifier(in: contents.trace))\(open)\(label)\(close)"
    let isCritical =
      node.isSingle
      ? contents.annotated.critical.contains(operation.id) : node.distinction == .critical
    if let name = text.look.mermaidClass ?? (isCritical ? "critical" : nil) { line += ":::\(name)" }
    body += line + "\n"
  }

  // MARK: Edges

  private mutating func write(_ edge: DrawnEdge) {
    let arrow =
      edge.isCritical ? "==>" : edge.isOverrun || edge.isMoot ? "-.->" : edge.relation.arrow
    if edge.isBlocking {
      blockingLinks.append(linkCount)
    } else if edge.isCritical {
      heavyLinks.append(linkCount)
    }
    body += "  op\(edge.source.rawValue) \(arrow) op\(edge.target.rawValue)\n"
    linkCount += 1
  }

  private mutating func write(_ edge: FoldedGraph.Edge) {
    let ends = [edge.source, edge.target].map {
      contents.folded.nodes[$0].identifier(in: contents.trace)
    }
    var arrow = edge.isResidual ? "-.->" : edge.isCritical ? "==>" : edge.relation.arrow
    if arrow.hasSuffix(">"), contents.mutualEdges.contains(edge) { arrow = "<" + arrow }
    if edge.isCritical { heavyLinks.append(linkCount) }
    let label = edge.count > 1 && !edge.isResidual ? "|\"×\(CountText.grouped(edge.count))\"|" : ""
    body += "  \(ends[0]) \(arrow)\(label) \(ends[1])\n"
    linkCount += 1
  }

  /// The looks, in colours that can be read on light and on dark pages.
  private var styles: String {
    var lines = [
      "classDef critical stroke-width:3px",
      "classDef stalled stroke:#b3261e,stroke-width:3px,fill:#fdecea,color:#1d2530",
      "classDef failed stroke:#a12f7c,stroke-width:3px,fill:#faeef6,color:#1d2530",
      "classDef cancelled stroke-dasharray:5 4,fill:#f1f2f4,color:#5a6473",
    ]
    if !heavyLinks.isEmpty {
      lines.append(
        "linkStyle \(heavyLinks.map(String.init).joined(separator: ",")) stroke-width:3px"
      )
    }
    if !blockingLinks.isEmpty {
      let links = blockingLinks.map(String.init).joined(separator: ",")
      lines.append("linkStyle \(links) stroke:#b3261e,stroke-width:3px")
    }
    return lines.map { "  \($0)\n" }.joined()
  }
}

extension OperationText.Look {
  /// The class of a node of this look; nil for a plain one.
  fileprivate var mermaidClass: String? {
    switch self {
    case .plain, .pending: nil
    case .stalled: "stalled"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }
}

extension DrawnEdge.Relation {
  /// The arrow: solid for what the program asked for, dotted for what came about by itself.
  fileprivate var arrow: String {
    switch self {
    case .dependency: "-->"
    case .barrier: "--x"
    case .wait: "-.->"
    case .holdsSlot: "-.-x"
    case .slotHandOver: "-.->"
    case .createdBy: "-.-o"
    case .cancelled: "-.-x"
    case .finished: "-.-o"
    case .resumed: "-.->"
    }
  }
}
