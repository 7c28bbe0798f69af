import TraceRendering

/// The file into which a page for a browser goes, by whose ending a browser knows it.
struct PagePath {
  private let path: String

  init(_ path: String) {
    self.path = path
  }

  /// The ending of the name in lower case; empty where there is none.
  private var ending: String {
    let name = path.split(separator: "/").last ?? ""
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.dropFirst().last?.lowercased() ?? ""
  }

  /// Endings of files that hold something else.
  ///
  /// An ending that is no kind of file may be a part of a name, as in `run-1.2`.
  private static let others: Set<String> = [
    "csv", "gif", "gz", "jpeg", "jpg", "js", "json", "md", "optrace", "txt", "webp", "xml", "zip",
  ]

  /// Makes sure that the name is not that of another kind of file, which nothing could open then.
  ///
  /// - Throws: A failure that says what to do instead.
  func refuseOtherKinds() throws(CommandFailure) {
    let isGraph = PictureFormat(word: ending) != nil
    guard isGraph || Self.others.contains(ending) else { return }
    let shown = VisibleText.line(path)
    let page = VisibleText.line(path.dropLast(ending.count) + "html")
    var advice = "name it so: -o \(page)"
    if isGraph {
      let ways = ending == "svg" ? "`optrace graph` or `optrace timeline`" : "`optrace graph`"
      advice += "; or draw a picture: \(ways), with -o \(shown)"
    }
    throw CommandFailure(
      .usage,
      "a report is a page in HTML, which no .\(VisibleText.line(ending)) file holds; \(advice)"
    )
  }
}
