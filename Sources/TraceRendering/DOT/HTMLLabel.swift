/// Markup for a label in Graphviz's subset of HTML.
///
/// Only what is built here reaches a label: text is escaped when it enters, so markup can't be forged.
struct HTMLLabel {
  /// The markup, escaped.
  private(set) var markup: String

  /// A run of text.
  static func text(
    _ text: String,
    _ tone: GraphPalette.Tone,
    size: Int = 10,
    isBold: Bool = false,
    isStruck: Bool = false
  ) -> HTMLLabel {
    var markup = DOTEscaping.html(text)
    if isStruck { markup = "<S>\(markup)</S>" }
    if isBold { markup = "<B>\(markup)</B>" }
    return HTMLLabel(
      markup: "<FONT POINT-SIZE=\"\(size)\" COLOR=\"\(tone.light)\">\(markup)</FONT>"
    )
  }

  /// A block of one colour and a fixed size in points.
  static func block(_ tone: GraphPalette.Tone?, width: Int, height: Int) -> HTMLLabel {
    row(of: [(tone, width)], height: height)
  }

  /// Blocks side by side, of fixed sizes in points; without a tone there is a gap.
  static func row(of blocks: [(tone: GraphPalette.Tone?, width: Int)], height: Int) -> HTMLLabel {
    let width = blocks.reduce(0) { $0 + $1.width }
    let cells = blocks.map { block in
      let color = block.tone.map { " BGCOLOR=\"\($0.light)\"" } ?? ""
      return "<TD FIXEDSIZE=\"TRUE\" WIDTH=\"\(block.width)\" HEIGHT=\"\(height)\"\(color)></TD>"
    }
    return table(" FIXEDSIZE=\"TRUE\" WIDTH=\"\(width)\" HEIGHT=\"\(height)\"", [cells.joined()])
  }

  /// Bars side by side, of heights in points, that stand on one line.
  static func bars(_ heights: [Int], tone: GraphPalette.Tone, width: Int, height: Int) -> HTMLLabel
  {
    let columns = heights.map { bar in
      let rows = [height - bar, bar].enumerated().filter { $0.element > 0 }.map { place, size in
        let color = place == 1 ? " BGCOLOR=\"\(tone.light)\"" : ""
        return "<TD FIXEDSIZE=\"TRUE\" WIDTH=\"\(width)\" HEIGHT=\"\(size)\"\(color)></TD>"
      }
      return "<TD VALIGN=\"BOTTOM\">\(table("", rows).markup)</TD>"
    }
    return HTMLLabel(
      markup: "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"1\" CELLPADDING=\"0\">"
        + "<TR>\(columns.joined())</TR></TABLE>"
    )
  }

  /// A table of rows with one cell each, from the left.
  static func stack(_ rows: [HTMLLabel], padding: Int = 1) -> HTMLLabel {
    table("", rows.map { "<TD ALIGN=\"LEFT\">\($0.markup)</TD>" }, padding: padding)
  }

  /// Cells beside each other, of given widths in points.
  ///
  /// Graphviz spreads the cells of a table that has room to spare, unless the table's size is fixed; and it complains of a
  /// table of fixed size that is too small, so be generous.
  static func fixedLine(_ cells: [(content: HTMLLabel, width: Int)], height: Int) -> HTMLLabel {
    let markup = cells.map { cell in
      "<TD ALIGN=\"LEFT\" FIXEDSIZE=\"TRUE\" WIDTH=\"\(cell.width)\" HEIGHT=\"\(height)\">"
        + "\(cell.content.markup)</TD>"
    }
    let width = cells.reduce(0) { $0 + $1.width }
    return table(" FIXEDSIZE=\"TRUE\" WIDTH=\"\(width)\" HEIGHT=\"\(height)\"", [markup.joined()])
  }

  /// Two cells at the ends of a line of a width in points, or a longer one when they need it.
  ///
  /// A width that is asked of the table would not move the cells apart, so the cells say how wide they are.
  static func ends(_ left: HTMLLabel, _ right: HTMLLabel, width: Int, rightWidth: Int) -> HTMLLabel
  {
    table(
      "",
      [
        "<TD ALIGN=\"LEFT\" WIDTH=\"\(width - rightWidth)\">\(left.markup)</TD>"
          + "<TD ALIGN=\"RIGHT\" WIDTH=\"\(rightWidth)\">\(right.markup)</TD>"
      ]
    )
  }

  /// An empty line of a height in points.
  static func space(height: Int) -> HTMLLabel {
    block(nil, width: 2, height: height)
  }

  private static func table(_ size: String, _ rows: [String], padding: Int = 0) -> HTMLLabel {
    let rows = rows.map { "<TR>\($0)</TR>" }.joined()
    return HTMLLabel(
      markup: "<TABLE ALIGN=\"LEFT\"\(size) BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\""
        + " CELLPADDING=\"\(padding)\">\(rows)</TABLE>"
    )
  }
}
