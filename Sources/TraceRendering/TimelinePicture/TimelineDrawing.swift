import TraceAnalysis
import TraceEvents
import TraceModel

/// Draws a run as lanes on one time axis.
struct TimelineDrawing {
  let contents: TimelineContents
  let axis: PictureAxis
  var writer = SVGWriter()
  var legend = TimelineLegend()

  /// The marks of each lane: for each band what executed and what never ran.
  let marks: [(executed: [LaneMarks], neverRan: [LaneMarks])]

  /// What is thinner than this is drawn together with its neighbours, in points.
  let least: Double

  /// Where the operations on the critical path are drawn, by their positions in the trace.
  var criticalPlaces: [Int: CriticalLine.Place] = [:]

  /// How wide the whole picture is, and where the axis begins in it.
  static let width = 1_200.0
  static let left = 16.0
  static let axisWidth = 1_148.0

  /// The most marks: with more the file is too large for a browser.
  private static let mostMarks = 3_000

  init(_ contents: TimelineContents) {
    self.contents = contents
    let axis = PictureAxis(contents.span, width: Self.axisWidth, textSize: 9)
    self.axis = axis
    var least = 1.0
    while true {
      let marks = contents.bands.map { band in
        (
          executed: band.executed.lanes.map { LaneMarks($0, on: axis, least: least) },
          neverRan: band.neverRan.lanes.map { LaneMarks($0, on: axis, least: least) }
        )
      }
      let count = marks.reduce(0) { sum, band in
        (band.executed + band.neverRan).reduce(sum) { $0 + $1.marks.count }
      }
      guard count > Self.mostMarks, least < 256 else {
        self.marks = marks
        break
      }
      least *= 2
    }
    self.least = least
  }

  /// How many operations are drawn together with others.
  var mergedCount: Int {
    marks.reduce(0) { sum, band in
      (band.executed + band.neverRan).reduce(sum) { $0 + $1.mergedItems }
    }
  }

  /// The whole document; it ends with a newline.
  mutating func document() -> String {
    var y = 0.0
    if !contents.bands.isEmpty {
      y = 16
      let top = y
      var body = SVGWriter()
      swap(&body, &writer)
      for position in contents.bands.indices { y = drawBand(position, at: y) }
      drawCriticalPath()
      swap(&body, &writer)
      // The lines of the axis lie behind all else.
      drawAxis(from: top, to: y - PictureDensity.bandGap + 4)
      writer.append(body)
      y += 10
    }
    let drawn = writer
    writer = SVGWriter()
    let headHeight = drawHead()
    let head = writer
    var all = SVGWriter()
    all.append(head)
    all.append(drawn, below: headHeight)
    return TimelineDocument(contents, body: all, width: Self.width, height: headHeight + y + 4).text
  }
}
