/// A picture in SVG as it can stand within a page: the element alone, without what comes before it and without styles.
///
/// The page has styles of its own, and runs and shows none that it does not know.
enum InlinePicture {
  /// The element; empty where the text holds none.
  static func element(of svg: String) -> String {
    let bytes = Array(svg.utf8)
    guard let start = bytes.place(of: "<svg", from: 0) else { return "" }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = start
    while let style = bytes.place(of: "<style", from: place),
      let end = bytes.place(of: "</style>", from: style)
    {
      result += bytes[place..<style]
      place = end + "</style>".utf8.count
    }
    result += bytes[place...]
    return String(decoding: result, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Where a text begins, from a place on.
  fileprivate func place(of text: String, from start: Int) -> Int? {
    let sought = Array(text.utf8)
    guard count >= sought.count, start <= count - sought.count else { return nil }
    return (start...count - sought.count).first { place in
      self[place] == sought[0] && self[place..<place + sought.count].elementsEqual(sought)
    }
  }
}
