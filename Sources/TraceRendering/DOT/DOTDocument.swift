import TraceEvents
import TraceModel

/// Writes a graph as DOT.
///
/// Of Graphviz's features it uses those that were seen to neither crash nor lose edges in 2.43 in any combination. So there is
/// no edge label, no `constraint`, no `rank`, no `compound`, no `concentrate`, no `newrank`, no port, no record; every edge
/// stands behind the clusters, and no two join the same pair.
struct DOTDocument {
  private let contents: GraphContents
  private let texts: [OperationText]
  private let layout: CardLayout
  private var legend = GraphLegend()
  private var body = ""

  private static let font = "DejaVu Sans,Verdana,Geneva,sans-serif"

  init(_ contents: GraphContents) {
    self.contents = contents
    texts = contents.trace.operations.map { OperationText($0, in: contents.annotated) }
    layout = CardLayout(texts)
    legend.hasHeat = !contents.drawsCards && !texts.isEmpty
    legend.hasCriticalPath = !contents.annotated.critical.isEmpty
    legend.omittedHandOvers = contents.omittedHandOvers
    writeOperations()
    for edge in contents.edges { write(edge) }
  }

  /// The whole document; it ends with a newline.
  var text: String {
    "digraph trace {\n\(defaults)\(body)}\n"
  }

  private var defaults: String {
    var graph = DOTAttributes()
    graph.set("rankdir", contents.style.direction == .leftToRight ? "LR" : "TB")
    graph.set("nodesep", "0.2")
    graph.set("ranksep", contents.style.direction == .leftToRight ? "0.5" : "0.4")
    if contents.trace.operations.count > 1_000 || contents.edges.count > 5_000 {
      graph.set("splines", "line")
      graph.set("nslimit", "0.1")
      graph.set("mclimit", "0.01")
    }
    graph.set("bgcolor", GraphPalette.background)
    graph.set("pad", "0.15")
    graph.set("outputorder", "edgesfirst")
    graph.set("labelloc", "t")
    graph.set("labeljust", "l")
    graph.set("fontname", DOTDocument.font)
    graph.set("fontsize", 10)
    graph.set("fontcolor", GraphPalette.text)
    graph.set("id", "trace")
    graph.set("class", "trace")
    let totals = RunTotals(contents.annotated).line
    graph.setTooltip([contents.title, totals])
    graph.setLabel(html: GraphTitle(contents).label(legend: legend))

    var node = DOTAttributes()
    node.set("shape", "box")
    node.set("style", contents.drawsCards ? "rounded,filled" : "filled")
    node.set("margin", contents.drawsCards ? "0.1,0.06" : "0.09,0.03")
    node.set("fillcolor", GraphPalette.card)
    node.set("color", contents.drawsCards ? GraphPalette.cardBorder : GraphPalette.heatBorder)
    node.set("fontname", DOTDocument.font)
    node.set("fontsize", 10)
    node.set("fontcolor", GraphPalette.text)
    if !contents.drawsCards { node.set("height", "0.3") }

    var edge = DOTAttributes()
    edge.set("color", GraphPalette.dependencyEdge)
    edge.set("penwidth", 1)
    edge.set("arrowsize", "0.7")

    return "  graph \(graph.bracketed);\n  node \(node.bracketed);\n  edge \(edge.bracketed);\n"
  }

  // MARK: Nodes

  private mutating func writeOperations() {
    var outside: [Int] = []
    var inside: [QueueID: [Int]] = [:]
    for (position, operation) in contents.trace.operations.enumerated() {
      if let queue = operation.queue, contents.trace[queue] != nil {
        inside[queue, default: []].append(position)
      } else {
        outside.append(position)
      }
    }
    for queue in contents.trace.queues {
      guard let positions = inside[queue.id] else { continue }
      body += "  subgraph cluster_q\(queue.id.rawValue) {\n"
      body += queue.clusterAttributes(in: contents.annotated).statements(indent: "    ")
      for position in positions { writeNode(at: position, indent: "    ") }
      body += "  }\n"
    }
    for position in outside { writeNode(at: position, indent: "  ") }
  }

  private mutating func writeNode(at position: Int, indent: String) {
    let operation = contents.trace.operations[position]
    let text = texts[position]
    legend.looks.insert(text.look)
    legend.hasStruckNames = legend.hasStruckNames || text.isStruck
    var attributes = NodeAttributes(operation, text: text, in: contents).attributes
    if contents.drawsCards {
      let parts = operation.barParts(stalledSince: contents.annotated.stalledSince[operation.id])
      let bar = TimeBar(parts, in: contents.annotated.span, width: layout.width)
      for cell in bar.cells {
        if let tone = cell.tone { legend.tones.insert(tone) } else { legend.hasRest = true }
      }
      attributes.setLabel(html: layout.label(text, bar: bar))
    } else {
      attributes.setLabel([
        text.name, text.plainLine(share: contents.annotated.share(of: operation)),
      ])
    }
    attributes.setTooltip(operation.tooltip(in: contents.annotated))
    body += "\(indent)op\(operation.id.rawValue) \(attributes.bracketed);\n"
  }

  // MARK: Edges

  private mutating func write(_ edge: DrawnEdge) {
    if edge.isBlocking {
      legend.hasBlockingEdges = true
    } else if edge.isOverrun {
      legend.hasOverrunEdges = true
    }
    // A dependency that is pointed out needs no other entry; of other relations the line is to be explained as well.
    let isPlain = !edge.isCritical && !edge.isBlocking && !edge.isOverrun
    if isPlain {
      legend.relations[edge.relation] = edge.relation.tone
    } else if edge.relation != .dependency, legend.relations[edge.relation] == nil {
      legend.relations[edge.relation] = edge.tone
    }
    let (source, target) = (edge.source.rawValue, edge.target.rawValue)
    body += "  op\(source) -> op\(target) \(edge.attributes(in: contents.annotated).bracketed);\n"
  }
}
