/// Texts that many operations share, each once.
struct ReportStrings {
  /// The texts in the order of first use.
  private(set) var texts: [String] = []

  private var places: [String: Int] = [:]

  /// The place of a text.
  mutating func place(of text: String) -> Int {
    if let place = places[text] { return place }
    places[text] = texts.count
    texts.append(text)
    return texts.count - 1
  }
}
