/// A picture in SVG as it can stand within a page: the element alone, without comments, styles, and the fonts of its texts.
///
/// The page has styles of its own, and shows none that it does not know. Together with the fonts that each text names, comments are
/// a fifth of a picture.
enum InlinePicture {
  /// The element; empty where the text holds none.
  static func element(of svg: String) -> String {
    let bytes = Array(svg.utf8)
    guard let start = bytes.place(of: "<svg", from: 0) else { return "" }
    let font = #" font-family="\#(FontMetrics.family)""#
    return [("<style", "</style>"), ("<!--", "-->"), (font, "")]
      .reduce(Array(bytes[start...])) { $0.without(from: $1.0, to: $1.1) }
      .text
  }
}

extension [UInt8] {
  fileprivate var text: String {
    String(decoding: self, as: UTF8.self)
  }

  /// The same without what stands from one text to the end of another.
  fileprivate func without(from opening: String, to closing: String) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var start = 0
    while let first = place(of: opening, from: start),
      let last = place(of: closing, from: first + opening.utf8.count)
    {
      result += self[start..<first]
      start = last + closing.utf8.count
    }
    return result + self[start...]
  }
}

extension [UInt8] {
  /// Where a text begins, from a place on.
  fileprivate func place(of text: String, from start: Int) -> Int? {
    let sought = Array(text.utf8)
    if sought.isEmpty { return start }
    guard count >= sought.count, start <= count - sought.count else { return nil }
    return (start...count - sought.count).first { place in
      self[place] == sought[0] && self[place..<place + sought.count].elementsEqual(sought)
    }
  }
}
