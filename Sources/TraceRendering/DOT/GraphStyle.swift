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

  /// Makes a style.
  public init(
    title: String? = nil,
    direction: Direction = .leftToRight,
    detail: Detail = .automatic,
    edgeKinds: Set<TraceEdge.Kind> = [.dependency, .barrier, .wait]
  ) {
    self.title = title
    self.direction = direction
    self.detail = detail
    self.edgeKinds = edgeKinds
  }

  /// The direction in which edges run.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// Dependents stand to the right of what they depend on.
    case leftToRight
    /// Dependents stand below what they depend on.
    case topToBottom
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
}
