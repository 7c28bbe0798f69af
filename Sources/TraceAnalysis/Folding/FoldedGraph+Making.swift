import TraceEvents
public import TraceModel

extension FoldedGraph {
  /// The kinds of edges along which graphs are folded and drawn.
  public static let edgeKinds: Set<TraceEdge.Kind> = [.dependency, .barrier, .wait]

  /// How many nodes a graph has at most unless somebody asks for more: what can be read on a page.
  public static let standardBudget = 150

  /// How many nodes of a budget operations may have that are set apart: some are left for what is folded.
  static func room(in budget: Int) -> Int {
    max(budget * 2 / 3, budget - nodesForOthers)
  }

  /// A budget with which so many operations that are set apart stand alone.
  package static func budget(toKeep count: Int) -> Int {
    (count + nodesForOthers + 49) / 50 * 50
  }

  /// As many as what is folded can need: one for each distinction and for none, and a few queues.
  private static let nodesForOthers = 15

  /// Folds the selected operations of a trace.
  ///
  /// Takes time nearly linear in operations and edges; no chain is too long.
  ///
  /// - Parameters:
  ///   - selected: The operations to draw.
  ///   - context: The trace, and what is known of it.
  ///   - criticalPath: The path whose edges are told apart.
  ///   - budget: The most nodes; what is set apart is folded, too, when it alone is more. Nil to leave each operation as it is.
  ///   - kinds: The kinds of edges.
  public init(
    of selected: SelectedOperations,
    in context: FilterContext,
    criticalPath: CriticalPath?,
    budget: Int? = standardBudget,
    kinds: Set<TraceEdge.Kind> = edgeKinds
  ) {
    let trace = context.trace
    let parts = FoldingParts(selected, in: context)
    let operationEdges = OperationEdges(trace, kinds: kinds, among: selected)
    let depths = operationEdges.depths()
    let plan = FoldingPlan(
      trace,
      selected,
      parts: parts,
      edges: operationEdges,
      depths: depths,
      budget: max(budget ?? .max, 1),
      mostEdges: budget.map { max(Self.mostEdges, min($0, 1 << 20) * 4) } ?? .max
    )
    var folded = FoldedEdges(
      trace,
      plan.partition,
      edges: operationEdges,
      selected: selected,
      criticalPath: criticalPath
    )
    if plan.level != nil { folded.leaveOutWeak() }
    let groups = Buckets(
      selected.positions,
      count: plan.partition.count,
      key: { Int(plan.partition.groups[$0]) },
      value: { $0 }
    )
    nodes = (0..<plan.partition.count).map { group in
      Node(
        Array(groups[group]),
        in: trace,
        parts: parts,
        depths: depths,
        chainLength: plan.chainLengths[group],
        innerEdgeCount: folded.innerCounts[group]
      )
    }
    edges = folded.edges
    omittedEdgeCount = folded.omittedCount
    level = plan.level
    foldedOperationCount = nodes.reduce(0) { $0 + ($1.isSingle ? 0 : $1.operations.count) }
    omittedOperationCount = trace.operations.count - selected.positions.count
  }

  /// More edges than that between operations nobody can follow, and laying them out takes long; unless many nodes were asked for.
  private static let mostEdges = 1_000
}

extension FoldedGraph.Node {
  /// The node of some operations, at least one.
  fileprivate init(
    _ positions: [Int],
    in trace: Trace,
    parts: FoldingParts,
    depths: [UInt32],
    chainLength: Int,
    innerEdgeCount: Int
  ) {
    operations = positions
    // The kinds of operations in the order in which they stand, each once.
    var kinds: [UInt32: (depth: UInt32, position: Int)] = [:]
    // Those of one kind stand together: most are no news.
    var (last, least): (UInt32?, (depth: UInt32, position: Int)) = (nil, (0, 0))
    for position in positions {
      let part = parts.numbers[position]
      let place = (depth: depths[position], position: position)
      if part == last, least <= place { continue }
      let known = kinds[part] ?? place
      least = known < place ? known : place
      kinds[part] = least
      last = part
    }
    let ordered = kinds.sorted { $0.value < $1.value }.map { parts.parts[Int($0.key)] }
    var seen: Set<String> = []
    names = ordered.map { $0.name.isEmpty ? $0.className : $0.name }.filter {
      seen.insert($0).inserted
    }
    let classes = Set(ordered.map(\.className))
    className = classes.count == 1 ? classes.first : nil
    let queues = Set(ordered.map(\.queue))
    let place = queues.count == 1 ? queues.first.flatMap { $0 } : nil
    queue = place.map { trace.queues[$0].id }
    self.chainLength = chainLength
    distinction = ordered.first.flatMap(\.distinction)
    self.innerEdgeCount = innerEdgeCount
    times = FoldedTimes(of: positions, in: trace)
  }
}
