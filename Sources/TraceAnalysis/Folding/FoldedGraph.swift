public import TraceEvents
public import TraceModel

/// A graph of a trace in which operations that play the same part are one node.
///
/// Operations fold only as far as it takes to stay within a budget of nodes: first those of one kind (queue, class, name
/// without its numbers) that stand equally deep and have neighbours of the same kinds; then runs of nodes that follow one another
/// become a chain; then all of one kind, whatever their depth; at last all of a class, and all of a queue but the slowest.
/// What is stalled, failed, cancelled, on the critical path or asked for is left as it is while it fits into the budget, and
/// is never mixed with others. The same trace gives the same graph.
public struct FoldedGraph: Sendable {
  /// The nodes, by their first operation.
  public let nodes: [Node]

  /// The edges, by source and target; no two join the same nodes, and none leads from a node to itself.
  public let edges: [Edge]

  /// How many edges between nodes were left out: where all nodes are joined with all others, each keeps those that stand for most.
  public let omittedEdgeCount: Int

  /// How many operations are in nodes of several.
  public let foldedOperationCount: Int

  /// How many operations were not selected, and are in no node.
  public let omittedOperationCount: Int

  /// By what operations were folded; nil when each has a node of its own.
  public let level: Level?

  /// How far operations were folded.
  public enum Level: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// Same kind, same depth, neighbours of the same kinds.
    case part
    /// Same kind, same depth.
    case depth
    /// Same kind.
    case kind
    /// Same queue and class.
    case classOfQueue
    /// Same queue; the slowest stand alone.
    case queue
    /// Everything; the slowest stand alone.
    case everything

    /// Orders by how much is folded.
    public static func < (a: Level, b: Level) -> Bool {
      a.rawValue < b.rawValue
    }
  }

  /// One operation, or several that play the same part.
  public struct Node: Sendable {
    /// The positions of the operations in the trace, ascending.
    public let operations: [Int]

    /// What they are called: a name without its numbers; of a chain, those of its parts in order, each once.
    public let names: [String]

    /// Their class; nil where they have several.
    public let className: String?

    /// Their queue; nil where they have several, or none.
    public let queue: QueueID?

    /// How many operations of the node follow one another; 1 for those beside one another.
    public let chainLength: Int

    /// Why it stands apart from what it looks like.
    public let distinction: Distinction?

    /// How many edges join operations of the node.
    public let innerEdgeCount: Int

    /// How its operations spent their time.
    public let times: FoldedTimes

    /// Whether it stands for one operation.
    public var isSingle: Bool {
      operations.count == 1
    }
  }

  /// What sets operations apart; the first that holds counts.
  public enum Distinction: Int, Hashable, Sendable, CaseIterable {
    /// It keeps others from getting on, or can't get on itself.
    case stalled
    /// The program reported that it failed.
    case failed
    /// It is on the critical path.
    case critical
    /// It was cancelled before it had finished.
    case cancelled
    /// It was asked for.
    case asked
  }

  /// All edges between the operations of two nodes.
  public struct Edge: Hashable, Sendable {
    /// The place of the node where it begins.
    public let source: Int
    /// The place of the node where it ends.
    public let target: Int
    /// How many edges it stands for.
    public let count: Int
    /// The kinds of those edges.
    public let kinds: Set<TraceEdge.Kind>
    /// Whether the critical path runs along it.
    public let isCritical: Bool
    /// Whether it stands for ways over operations that were not selected, and for no edge between two that were.
    public let isResidual: Bool
  }
}

/// How the operations of a node spent their time, in nanoseconds.
public struct FoldedTimes: Hashable, Sendable {
  /// The sum of their executions.
  public var total: UInt64 = 0
  /// The sum of their waits before the start.
  public var waited: UInt64 = 0
  /// The execution that half of them stayed below; of an even number the longer one of the middle two.
  public var median: UInt64 = 0
  /// The longest execution.
  public var longest: UInt64 = 0
  /// The position of the operation that executed longest.
  public var slowest: Int = 0
  /// How many executed how long: five spans of equal ratio from the shortest to the longest.
  public var histogram: [Int] = []
  /// The first enqueue, or start where there is none.
  public var begin: TraceInstant = .zero
  /// The first start; nil when none started.
  public var start: TraceInstant?
  /// The last finish, or the trace's end.
  public var end: TraceInstant = .zero

  /// Makes times of nothing.
  public init() {}
}
