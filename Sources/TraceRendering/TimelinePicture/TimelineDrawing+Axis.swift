import TraceEvents

extension TimelineDrawing {
  /// Draws the lines of the axis from one height to another, and its labels above and below.
  mutating func drawAxis(from top: Double, to bottom: Double) {
    writer.open(class: "axis")
    var lines = ""
    for tick in axis.ticks {
      let x = SVGNumber(Self.left + axis.x(tick.instant))
      lines += "M\(x),\(SVGNumber(top - 2))V\(SVGNumber(bottom + 4))"
    }
    if !lines.isEmpty { writer.add(path: lines, outline: .init(tone: GraphPalette.queueBorder)) }
    for y in [top, bottom] {
      let line = "M\(SVGNumber(Self.left)),\(SVGNumber(y))h\(SVGNumber(axis.width))"
      writer.add(path: line, outline: .init(tone: GraphPalette.cardBorder))
    }
    for tick in axis.ticks {
      let width = FontMetrics.width(tick.label, size: 9)
      // Above its line, and within the picture.
      let x = min(Self.left + axis.x(tick.instant) - 2, Self.width - width - 4)
      for y in [top - 5, bottom + 13] {
        writer.add(tick.label, at: .init(x: x, y: y), GraphPalette.quietText, size: 9)
      }
    }
    writer.close()
  }
}
