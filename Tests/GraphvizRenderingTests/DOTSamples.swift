import Testing

/// Graphs to draw, and texts that are none.
enum DOTSamples {
  /// A text that can't be drawn, with what is said about it.
  struct Unsound: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var description: String
    var testDescription: String { name }
  }

  private static let unreadable = "this is not a graph that Graphviz can read: "

  static let unsound: [Unsound] = [
    Unsound(name: "empty", text: "", description: unreadable + "it holds no graph"),
    Unsound(
      name: "blank",
      text: " \n\t// nothing\n",
      description: unreadable + "it holds no graph"
    ),
    Unsound(
      name: "prose",
      text: "hello",
      description: unreadable
        + "it is cut off or misspelt. Graphviz says: DOT: syntax error in line 1 near 'hello'"
    ),
    Unsound(
      name: "cut off",
      text: "digraph g {\n a -> b\n",
      description: unreadable
        + "it is cut off or misspelt. Graphviz says: DOT: syntax error in line 3"
    ),
    Unsound(
      name: "syntax error, then a graph",
      text: "digraph g { a -> } digraph h { b }",
      description: unreadable
        + "it is cut off or misspelt. Graphviz says: DOT: syntax error in line 1 near '}'"
    ),
    Unsound(
      name: "two graphs",
      text: "digraph g { a } digraph h { b -> c }",
      description: unreadable + "it holds more than one graph"
    ),
    Unsound(
      name: "three graphs",
      text: "digraph g { a } digraph h { b -> c } graph i { d -- e }",
      description: unreadable + "it holds more than one graph"
    ),
    Unsound(
      name: "text after the graph",
      text: "digraph g { a } and more",
      description: unreadable
        + "it is cut off or misspelt. Graphviz says: DOT: syntax error in line 1 near 'and'"
    ),
    Unsound(
      name: "zero byte",
      text: "digraph g { a }\0 digraph h { b }",
      description: unreadable + "it holds a zero byte"
    ),
    Unsound(
      name: "unknown engine",
      text: "digraph g { layout=nosuch a }",
      description: """
        Graphviz could not lay out this graph. Graphviz says: Layout type: "nosuch" not recognized. \
        Use one of: circo dot fdp neato nop nop1 nop2 osage patchwork sfdp twopi
        """
    ),
    // libgvc reports this, returns success, and draws the node's name instead.
    Unsound(
      name: "misspelt HTML-like label",
      text: "digraph g { a [label=<<B>bold>] }",
      description: """
        Graphviz could not draw this graph as it asks for. Graphviz says: mismatched tag in line 1 \
        ... bold</HTML> ... in label of node a
        """
    ),
  ]

  /// Operations in clusters, with edges that cross them.
  static func clusters(count: Int, operations: Int) -> String {
    var lines = ["digraph g {", "rankdir=LR"]
    for cluster in 0..<count {
      let nodes = stride(from: cluster, to: operations, by: count).map { "op\($0) " }.joined()
      lines.append("subgraph cluster_q\(cluster) { label=\"queue \(cluster)\" \(nodes)}")
    }
    for operation in 1..<operations {
      lines.append("op\((operation * 7) % operation) -> op\(operation)")
      lines.append("op\((operation * 31) / 47) -> op\(operation)")
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  /// A long, flat graph.
  static func chain(of nodes: Int, attributes: String = "") -> String {
    let edges = (1..<nodes).map { "n\($0) -> n\($0 + 1)\n" }.joined()
    return "digraph g { rankdir=LR \(attributes)\n\(edges)}\n"
  }

  /// A graph whose layout takes minutes.
  static let endless: String = {
    var lines = ["digraph g { splines=ortho"]
    for node in 2...1500 {
      lines.append("n\(node / 2) -> n\(node)")
      lines.append("n\(node * 37 % (node - 1) + 1) -> n\(node)")
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }()
}
