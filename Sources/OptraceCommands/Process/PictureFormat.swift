import GraphvizRendering

/// What kind of file a picture becomes.
enum PictureFormat: Hashable {
  /// Graphviz's language.
  case dot
  /// A picture that Graphviz draws.
  case drawn(GraphvizFormat)

  /// Chooses by the ending of a path; a dash is standard output, which gets DOT.
  init(path: String, usage: CommandUsage) throws(CommandFailure) {
    let name = path.split(separator: "/").last ?? ""
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last ?? ""
    if path == "-" || ["dot", "gv"].contains(ending.lowercased()) {
      self = .dot
    } else if let format = GraphvizFormat(rawValue: ending.lowercased()) {
      self = .drawn(format)
    } else {
      throw ArgumentError.invalidValue(
        "-o",
        value: path,
        expected: "a file that ends in .svg, .png, .pdf or .dot"
      ).failure(of: usage)
    }
  }
}
