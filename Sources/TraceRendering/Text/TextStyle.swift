/// How text for a terminal looks.
public struct TextStyle: Hashable, Sendable {
  /// The number of columns; less than 40 counts as 40.
  public var width: Int

  /// The characters that may be used.
  public var charset: Charset

  /// Whether colours are used, as escape sequences; nothing is said by colour alone.
  public var usesColor: Bool

  /// Makes a style.
  public init(width: Int = 80, charset: Charset = .unicode, usesColor: Bool = false) {
    self.width = width
    self.charset = charset
    self.usesColor = usesColor
  }

  /// Characters that a terminal can show.
  public enum Charset: String, Hashable, Sendable, CaseIterable {
    /// All of Unicode.
    case unicode
    /// Printable ASCII and newlines only; everything else in names is escaped, such as `\u{E9}`.
    case ascii
  }

  /// The columns that lines are laid out for.
  var columns: Int {
    max(40, width)
  }
}
