import TraceRendering

extension CommandEnvironment {
  /// How text for standard output looks.
  ///
  /// - Parameter width: The number of columns that was asked for; nil for what suits the terminal.
  /// - Returns: The style.
  func textStyle(width: Int? = nil) -> TextStyle {
    TextStyle(
      width: width ?? variables["COLUMNS"].flatMap(Self.columns) ?? terminal?.columns ?? 80,
      charset: charset,
      usesColor: usesColor
    )
  }

  /// How text for standard error looks.
  var errorStyle: TextStyle {
    var environment = self
    environment.terminal = errorTerminal
    guard errorTerminal != nil else { return TextStyle(width: 100, charset: charset) }
    return environment.textStyle()
  }

  /// Colour is for terminals, and for people who have not declined it: see no-color.org.
  private var usesColor: Bool {
    terminal != nil && variables["NO_COLOR", default: ""].isEmpty && variables["TERM"] != "dumb"
  }

  /// The locale's characters, as far as it matters: the first of these variables that is set decides.
  private var charset: TextStyle.Charset {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap { variables[$0] }.first { !$0.isEmpty } ?? "C"
    let encoding = locale.lowercased().filter { $0 != "-" }
    return encoding.contains("utf8") ? .unicode : .ascii
  }

  private static func columns(_ text: String) -> Int? {
    Int(text).flatMap { (1...10_000).contains($0) ? $0 : nil }
  }
}
