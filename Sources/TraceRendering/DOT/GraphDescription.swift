/// What a picture of a trace's graph shows, in words: for who can't see it, and for a page's title.
public struct GraphDescription: Hashable, Sendable {
  /// The graph's title, on one line.
  public var title: String

  /// The run's totals, the verdict and the critical path, as sentences on one line.
  public var summary: String

  /// Makes a description.
  public init(title: String, summary: String) {
    self.title = title
    self.summary = summary
  }
}
