/// Estimates how wide text is drawn, so that boxes can be made for it.
///
/// The advance widths are those of DejaVu Sans, in thousandths of the font's size; it is the widest of the fonts
/// that a graph asks for, so that text drawn in another one fits as well.
enum FontMetrics {
  /// The fonts that a picture asks for, the widest first.
  static let family = "DejaVu Sans,Verdana,Geneva,sans-serif"

  /// The width of a text in points.
  static func width(_ text: String, size: Double, isBold: Bool = false) -> Double {
    let thousandths = text.reduce(0) { $0 + width(of: $1, isBold: isBold) }
    return Double(thousandths) * size / 1_000
  }

  /// The text, or its beginning and end around an ellipsis, so that it is no wider than so many points.
  static func cut(_ text: String, to width: Double, size: Double, isBold: Bool = false) -> String {
    MiddleCut.cut(text, to: Int(width * 1_000 / size)) { self.width(of: $0, isBold: isBold) }
  }

  private static func width(of character: Character, isBold: Bool) -> Int {
    if let ascii = character.asciiValue, ascii >= 0x20, ascii < 0x7F {
      return (isBold ? bold : regular)[Int(ascii) - 0x20]
    }
    if character == "·" { return isBold ? 380 : 318 }
    // Wide characters fill a square and emoji a little more; of other letters the mean is taken, generously.
    return DisplayWidth.of(character) == 2 ? 1_250 : isBold ? 850 : 750
  }

  private static let regular = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
  ]

  private static let bold = [
    348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365, 696, 696, 696,
    696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734, 830, 683,
    683, 821, 837, 372, 372, 775, 637, 995, 837, 850, 733, 850, 770, 720, 682, 812, 774, 1103, 771,
    724, 725, 457, 365, 457, 838, 500, 500, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665,
    343, 1042, 712, 687, 716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838,
  ]
}
