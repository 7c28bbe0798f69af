/// A table for a terminal: the first column from the left and as wide as there is room, the others flush right.
struct TextTable {
  private let heads: [String]
  private var rows: [[String]] = []

  init(_ heads: [String]) {
    self.heads = heads
  }

  /// Adds a row with as many cells as there are heads.
  mutating func add(_ cells: [String]) {
    rows.append(cells)
  }

  /// The columns that the table takes when its first column is no wider than `first`.
  func columns(first: Int) -> Int {
    let widths = widths
    return min(widths[0], first) + widths.dropFirst().reduce(0) { $0 + $1 + 2 }
  }

  /// Writes the table, indented by two columns.
  func write(to report: inout TextReport) {
    var widths = widths
    let others = widths.dropFirst().reduce(0) { $0 + $1 + 2 }
    widths[0] = min(widths[0], max(6, report.style.columns - 2 - others))
    write(heads, widths, .quiet, to: &report)
    for row in rows { write(row, widths, nil, to: &report) }
  }

  private var widths: [Int] {
    heads.indices.map { column in
      ([heads] + rows).reduce(0) { max($0, DisplayWidth.of($1[column])) }
    }
  }

  private func write(
    _ cells: [String],
    _ widths: [Int],
    _ look: StyledLine.Look?,
    to report: inout TextReport
  ) {
    var line = StyledLine(report.style)
    var end = 2 + widths[0]
    line.pad(to: 2)
    line.add(
      MiddleCut.columns(cells[0], to: widths[0], charset: report.style.charset),
      look
    )
    for (cell, width) in zip(cells, widths).dropFirst() {
      end += width + 2
      line.pad(to: end - DisplayWidth.of(cell))
      line.add(cell, look)
    }
    report.add(line)
  }
}
