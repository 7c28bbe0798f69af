import TraceTestSupport

/// Random text of the kinds that break out of where it is put.
enum HostileText {
  /// A text that is the same for the same generator.
  static func random(_ generator: inout SeededGenerator, pieces: Int = 12) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...pieces, using: &generator) {
      text += piece(&generator)
    }
    return text
  }

  private static func piece(_ generator: inout SeededGenerator) -> String {
    if generator.chance(0.5) { return snippets.randomElement(using: &generator) ?? "" }
    let ranges: [ClosedRange<UInt32>] = [
      0...0x20, 0x20...0x7E, 0x7F...0x9F, 0xA0...0x24F, 0x300...0x36F, 0x590...0x6FF,
      0x900...0x97F, 0x1100...0x11FF, 0x2000...0x206F, 0x3040...0x30FF, 0xD7B0...0xD7FF,
      0xE000...0xE0FF, 0xFDD0...0xFDEF, 0xFE00...0xFEFF, 0xFFF0...0xFFFF, 0x1F300...0x1F6FF,
      0xE0000...0xE01FF, 0x10FFF0...0x10FFFF,
    ]
    let range = ranges.randomElement(using: &generator) ?? 0x20...0x7E
    return Unicode.Scalar(UInt32.random(in: range, using: &generator)).map { "\($0)" } ?? "x"
  }

  private static let snippets = [
    "\"", "\\", "\\\\", "\\\"", "\\N", "\\G", "\\E", "\\l", "\\n", "&", "&amp;", "&#92;", "&lt;",
    "<", ">", "</TABLE>", "<B>", "<!--", "-->", "]]>", "]", "[", "{", "}", "|", ";", "\n", "\r\n",
    "\r", "\u{2028}", "\u{2029}", "\t", "\0", "\u{1B}[31m", "\u{1B}]0;x\u{07}", "\u{9B}2J",
    "\u{202E}", "\u{2066}", "\u{200B}", "\u{200D}", "\u{FEFF}", "\u{AD}", "\u{FE0F}", "👩‍👩‍👧‍👦", "🇩🇪",
    "❤️", "👋🏽", "写真", "한국", "שלום", "مرحبا", "नमस्ते", "e\u{301}", " ", "   ", "name", "a b",
    "javascript:", "digraph x { a -> b }", "// x", "/* x", "#", "%s",
    String(repeating: "\u{301}", count: 40), String(repeating: "👩\u{200D}", count: 30),
    String(repeating: "long ", count: 60),
  ]
}

extension String {
  /// Whether nothing in it takes over a terminal, a line or the direction of writing.
  var isSafeToShow: Bool {
    unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate: return false
      default: break
      }
      if scalar.properties.isNoncharacterCodePoint { return false }
      if ["\u{200C}", "\u{200D}", "\u{FE0F}"].contains(scalar) { return true }
      return !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
