public import TraceAnalysis
public import TraceModel

/// How a graph looks.
public struct GraphStyle: Hashable, Sendable {
  /// The heading; nil for the name of the traced program.
  public var title: String?

  /// Where time goes.
  public var direction: Direction

  /// How much a node says.
  public var detail: Detail

  /// The kinds of edges that are always drawn: dependencies, barriers and waits unless you say otherwise.
  ///
  /// A run has about as many slot hand-overs as operations, and each operation was added by somebody: drawn in full, both
  /// hide the order that the program asked for behind the order in which it happened to run. So a kind that is not named
  /// here is drawn only where it explains something: on the critical path, if there are at most 4 hand-overs on it, and, in
  /// graphs of at most 150 operations, from who cancelled an operation and from the creator of one to which nothing else
  /// leads.
  public var edgeKinds: Set<TraceEdge.Kind>

  /// The most nodes: where there are more operations, those that play the same part become one node.
  ///
  /// Nil draws each operation on its own, however many there are.
  public var nodeBudget: Int?

  /// What the tint of a node tells.
  public var coloring: Coloring

  /// Whether title, totals and verdict stand above the graph; a page that says them itself leaves them out.
  package var hasHeading = true

  /// Makes a style.
  public init(
    title: String? = nil,
    direction: Direction = .leftToRight,
    detail: Detail = .automatic,
    nodeBudget: Int? = FoldedGraph.standardBudget,
    coloring: Coloring = .outcome,
    edgeKinds: Set<TraceEdge.Kind> = FoldedGraph.edgeKinds
  ) {
    self.title = title
    self.direction = direction
    self.detail = detail
    self.nodeBudget = nodeBudget
    self.coloring = coloring
    self.edgeKinds = edgeKinds
  }

  /// The direction in which edges run.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// Dependents stand to the right of what they depend on.
    case leftToRight
    /// Dependents stand below what they depend on.
    case topToBottom
  }

  /// What the tint of a node tells; what is stalled, failed or cancelled keeps the look of that.
  public enum Coloring: String, Hashable, Sendable, CaseIterable {
    /// What became of the operation; in graphs of many nodes also how much of the run it executed.
    case outcome
    /// Its class.
    case `class`
    /// Its queue.
    case queue
    /// How much of the run it executed.
    case time
    /// How much later it could have finished.
    case slack
  }

  /// How much a node says.
  public enum Detail: String, Hashable, Sendable, CaseIterable {
    /// Cards up to 150 operations, heat above.
    case automatic
    /// Name, time, class, what it waited for, and its row of the run's time bar.
    case card
    /// Name and time in a box, tinted by its share of the run.
    case heat
  }
}

extension GraphStyle {
  /// The most operations that are drawn as cards, and whose creators are drawn, unless the style says otherwise.
  static let mostCards = 150

  /// Whether so many nodes are drawn as cards.
  func drawsCards(_ nodeCount: Int) -> Bool {
    switch detail {
    case .card: true
    case .heat: false
    case .automatic: nodeCount <= GraphStyle.mostCards
    }
  }
}
