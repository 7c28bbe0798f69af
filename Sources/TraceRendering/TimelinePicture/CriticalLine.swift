import TraceAnalysis
import TraceEvents
import TraceModel

/// The line that joins the operations on the critical path.
struct CriticalLine {
  /// The path's data; empty where there is nothing to join.
  private(set) var path = ""

  /// Where an operation is drawn.
  struct Place: Hashable {
    var left: Double
    var right: Double
    var top: Double
    var bottom: Double
  }

  /// How far apart turns are at least; where there are more, they would hide what they join.
  private static let leastDistance = 6.0

  /// A piece: down or up where one operation let the next one go on, and along to where that began.
  private struct Piece {
    var turn: Double
    var end: Double
    var from: Double
    var to: Double
  }

  /// Joins places in the order of the path.
  init(_ places: [Place]) {
    var pieces: [Piece] = []
    for (place, next) in zip(places, places.dropFirst()) {
      let turn = min(place.right, next.left)
      // Along the foot of the lane, below names and where the wait is drawn.
      let foot = next.bottom - 2
      let isBelow = next.top > place.top
      let isAbove = next.top < place.top
      guard isBelow || isAbove || next.left - turn >= 1 else { continue }
      let from = isBelow ? place.bottom - 2 : isAbove ? place.top + 2 : foot
      pieces.append(Piece(turn: turn, end: next.left, from: from, to: foot))
    }
    var last = -Double.infinity
    for piece in pieces where piece.turn - last >= Self.leastDistance || piece.end - piece.turn >= 1
    {
      last = piece.turn
      path += "M\(SVGNumber(piece.turn)),\(SVGNumber(piece.from))V\(SVGNumber(piece.to))"
      if piece.end - piece.turn >= 1 { path += "H\(SVGNumber(piece.end))" }
    }
  }
}

extension TimelineDrawing {
  /// Joins the operations on the critical path that are drawn.
  mutating func drawCriticalPath() {
    guard let path = contents.annotated.criticalPath else { return }
    let places = path.operations.compactMap { id in
      contents.trace.position(of: id).flatMap { criticalPlaces[$0] }
    }
    guard !places.isEmpty else { return }
    legend.hasCriticalPath = true
    let line = CriticalLine(places).path
    guard !line.isEmpty else { return }
    let words = "critical path of \(CountText.of(path.operations.count, "operation"))"
    writer.open(class: "critical-path", tooltip: words)
    writer.add(path: line, outline: .init(tone: GraphPalette.background, width: 4))
    writer.add(path: line, outline: .init(tone: GraphPalette.criticalEdge, width: 1.8))
    writer.close()
  }
}
