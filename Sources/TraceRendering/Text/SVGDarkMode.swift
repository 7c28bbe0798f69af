/// The style sheet that exchanges a picture's colours on a dark screen.
///
/// Every colour is an attribute, which any rule of a style sheet outweighs. So the picture's light colours stay where they
/// are, also for viewers that know no style sheets, and for print.
package struct SVGDarkMode {
  /// For each light colour the dark one, both as "#rrggbb".
  let colors: [String: String]

  /// The sheet for these colours; pairs that are not of that form are left out.
  package init(colors: [String: String]) {
    self.colors = colors
  }

  /// The rules, one a line, in the order of the light colours; empty where no colour changes.
  package var styleSheet: String {
    var rules: [String] = []
    for (light, dark) in colors.sorted(by: { $0.key < $1.key }) {
      guard let light = Self.hex(light), let dark = Self.hex(dark), light != dark else { continue }
      rules.append("[fill=\"\(light)\"]{fill:\(dark)}[stroke=\"\(light)\"]{stroke:\(dark)}")
      // Text in black gets no attribute.
      if light == "#000000" { rules.append("text:not([fill]){fill:\(dark)}") }
    }
    guard !rules.isEmpty else { return "" }
    // The page around a picture that is smaller than its window.
    if let page = colors["#ffffff"].flatMap(Self.hex) {
      rules.append("svg:root{background:\(page)}")
    }
    let dark = rules.joined(separator: "\n")
    return "@media screen and (prefers-color-scheme:dark){\n\(dark)\n}\n"
  }

  /// The colour as Graphviz writes it; nil for anything that isn't "#rrggbb", so that nothing else gets into the sheet.
  private static func hex(_ color: String) -> String? {
    let digits = color.utf8.dropFirst()
    guard color.utf8.first == UInt8(ascii: "#"), digits.count == 6 else { return nil }
    let isHex = digits.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"):
        true
      default: false
      }
    }
    return isHex ? color.lowercased() : nil
  }
}
