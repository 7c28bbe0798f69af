import CGraphviz

/// The process in which a graph is drawn.
public enum RenderingProcess: Hashable, Sendable {
  /// The process that asks.
  ///
  /// Nothing can stop a layout that takes too long, and an assertion that fails in Graphviz ends the process. Each picture
  /// leaves some memory behind: up to 1 KB a node.
  case current

  /// A forked child of the process that asks, killed when the time is over; nothing that happens there harms the caller.
  ///
  /// It costs about a millisecond more, or ten where the calling process has drawn nothing itself. Better not draw in both
  /// ways in one program: the child starts with what Graphviz and its font libraries have set up in the caller.
  ///
  /// Where `childIsAvailable` is false, the graph is drawn in the current process, without a time limit.
  case child(timeLimit: Duration)

  /// Whether a forked child can draw here: not on Apple platforms, and not under the thread sanitizer.
  public static var childIsAvailable: Bool {
    ot_graphviz_can_render_in_child()
  }
}
