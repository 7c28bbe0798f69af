/// What is wrong with a filter, and where.
public struct FilterError: Error, Hashable, Sendable {
  /// The filter as it was typed.
  public var text: String

  /// Where the mistake begins, counted in characters from 0; the number of characters for what is missing at the end.
  public var position: Int

  /// What is wrong and what to do, as a part of a sentence.
  ///
  /// It may hold text from the filter: make it safe for where it goes.
  public var reason: String
}
