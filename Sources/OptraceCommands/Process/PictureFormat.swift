import GraphvizRendering

/// What kind of file a graph becomes.
enum PictureFormat: Hashable {
  /// Graphviz's language.
  case dot
  /// Mermaid's language.
  case mermaid
  /// A picture that Graphviz draws.
  case drawn(GraphvizFormat)

  /// The words for the kinds, for `--format`.
  static let words = ["svg", "png", "pdf", "dot", "mermaid"]

  /// The kind of a word; nil when there is none.
  init?(word: String) {
    switch word.lowercased() {
    case "dot", "gv": self = .dot
    case "mermaid", "mmd": self = .mermaid
    case let word:
      guard let format = GraphvizFormat(rawValue: word) else { return nil }
      self = .drawn(format)
    }
  }

  /// Chooses by the ending of a path; a dash is standard output, which gets DOT.
  init(path: String, usage: CommandUsage) throws(CommandFailure) {
    let name = path.split(separator: "/").last ?? ""
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last ?? ""
    if path == "-" {
      self = .dot
    } else if let format = PictureFormat(word: String(ending)) {
      self = format
    } else {
      throw ArgumentError.invalidValue(
        "-o",
        value: path,
        expected: "a file that ends in .svg, .png, .pdf, .dot or .mmd, or give --format"
      ).failure(of: usage)
    }
  }
}
