import TraceAnalysis
import TraceEvents
import TraceModel

/// Writes a graph as DOT.
///
/// Of Graphviz's features it uses those that were seen to neither crash nor lose edges in 2.43 in any combination. So there is
/// no edge label, no `constraint`, no `rank`, no `compound`, no `concentrate`, no `newrank`, no port, no record; every edge
/// stands behind the clusters, and no two join the same pair. Nor is there `pack`, with which graphs of many clusters now and then
/// damage the memory of the process.
struct DOTDocument {
  private let contents: GraphContents
  private let texts: [OperationText]
  private let layout: CardLayout
  private var legend = GraphLegend()
  private var body = ""

  init(_ contents: GraphContents) {
    self.contents = contents
    texts = contents.folded.nodes.map { node in
      var text =
        node.isSingle
        ? OperationText(contents.trace.operations[node.operations[0]], in: contents.annotated)
        : OperationText(node, in: contents.annotated)
      if let words = contents.tints.words(for: node, in: contents.annotated) { text.remark = words }
      if contents.wasAskedFor(node) { text.name = "\(GraphContents.askedMark) \(text.name)" }
      return text
    }
    layout = CardLayout(texts)
    legend.hasHeat = !contents.drawsCards && !texts.isEmpty && contents.style.coloring == .outcome
    legend.tints = contents.tints.entries
    legend.scale = contents.tints.scale
    legend.scaleWords = contents.tints.scaleWords
    legend.hasAsked = contents.folded.nodes.contains { contents.wasAskedFor($0) }
    legend.hasCriticalPath = !contents.annotated.critical.isEmpty
    legend.omittedHandOvers = contents.omittedHandOvers
    writeNodes()
    for edge in contents.edges { write(edge) }
    for edge in contents.foldedEdges { write(edge) }
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
    let edgeCount = contents.edges.count + contents.foldedEdges.count
    if contents.folded.nodes.count > 1_000 || edgeCount > 5_000 {
      graph.set("splines", "line")
      graph.set("nslimit", "0.1")
      graph.set("mclimit", "0.01")
    }
    graph.set("bgcolor", GraphPalette.background)
    graph.set("pad", "0.15")
    graph.set("outputorder", "edgesfirst")
    graph.set("labelloc", "t")
    graph.set("labeljust", "l")
    graph.set("fontname", FontMetrics.family)
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
    node.set("fontname", FontMetrics.family)
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

  private mutating func writeNodes() {
    var outside: [Int] = []
    var inside: [QueueID: [Int]] = [:]
    for (place, node) in contents.folded.nodes.enumerated() {
      if let queue = node.queue, contents.trace[queue] != nil {
        inside[queue, default: []].append(place)
      } else {
        outside.append(place)
      }
    }
    for queue in contents.trace.queues {
      guard let places = inside[queue.id] else { continue }
      body += "  subgraph cluster_q\(queue.id.rawValue) {\n"
      body += queue.clusterAttributes(in: contents.annotated).statements(indent: "    ")
      for place in places { writeNode(at: place, indent: "    ") }
      body += "  }\n"
    }
    for place in outside { writeNode(at: place, indent: "  ") }
  }

  private mutating func writeNode(at place: Int, indent: String) {
    let node = contents.folded.nodes[place]
    let text = texts[place]
    legend.looks.insert(text.look)
    legend.hasStruckNames = legend.hasStruckNames || text.isStruck
    legend.hasGroups = legend.hasGroups || !node.isSingle
    legend.hasHistograms = legend.hasHistograms || !node.isSingle && contents.drawsCards
    var attributes = NodeAttributes(node, text: text, in: contents).attributes
    if contents.drawsCards {
      let bar = TimeBar(barParts(of: node), in: contents.annotated.span, width: layout.width)
      for cell in bar.cells {
        if let tone = cell.tone { legend.tones.insert(tone) } else { legend.hasRest = true }
      }
      attributes.setLabel(
        html: node.isSingle
          ? layout.label(text, bar: bar)
          : layout.label(text, of: node, bar: bar, in: contents.annotated)
      )
    } else if node.isSingle {
      let share = contents.annotated.share(node.times.longest)
      attributes.setLabel([text.name, text.plainLine(share: share)])
    } else {
      attributes.setLabel([text.name, text.status, text.remark])
    }
    attributes.setTooltip(
      node.isSingle
        ? contents.trace.operations[node.operations[0]].tooltip(in: contents.annotated)
        : node.tooltip(in: contents.annotated)
    )
    body += "\(indent)\(node.identifier(in: contents.trace)) \(attributes.bracketed);\n"
  }

  /// The parts of a node's bar: an operation's own; of several, from the first start to the last end.
  private func barParts(of node: FoldedGraph.Node) -> [BarPart] {
    if node.isSingle {
      let operation = contents.trace.operations[node.operations[0]]
      return operation.barParts(stalledSince: contents.annotated.stalledSince[operation.id])
    }
    guard let start = node.times.start else {
      return [BarPart(.waitingForDependencies, from: node.times.begin, to: node.times.end)]
    }
    return [BarPart(.executing, from: start, to: node.times.end)]
  }

  // MARK: Edges

  private mutating func write(_ edge: DrawnEdge) {
    if edge.isBlocking {
      legend.hasBlockingEdges = true
    } else if edge.isOverrun {
      legend.hasOverrunEdges = true
    } else if edge.isMoot {
      legend.hasMootEdges = true
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

  private mutating func write(_ edge: FoldedGraph.Edge) {
    if edge.isResidual {
      legend.hasResidualEdges = true
    } else if !edge.isCritical || edge.relation != .dependency {
      legend.relations[edge.relation] = edge.relation.tone
    }
    let ends = [edge.source, edge.target].map {
      contents.folded.nodes[$0].identifier(in: contents.trace)
    }
    let isMutual = contents.mutualEdges.contains(edge)
    if isMutual { legend.hasMutualEdges = true }
    let attributes = edge.attributes(in: contents, isMutual: isMutual)
    body += "  \(ends[0]) -> \(ends[1]) \(attributes.bracketed);\n"
  }
}
