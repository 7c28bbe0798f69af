import TraceAnalysis
import TraceEvents
import TraceModel

extension TimelineDrawing {
  /// Draws a queue with its lanes and its depth; returns where the next one begins.
  mutating func drawBand(_ position: Int, at y: Double) -> Double {
    let band = contents.bands[position]
    let density = contents.density
    let lanesTop = y + PictureDensity.headHeight + (band.hasSpans ? PictureDensity.spanHeight : 0)
    let pitch = density.laneHeight + density.laneGap
    let lanesBottom = lanesTop + Double(band.laneCount) * pitch
    let ground = SVGWriter.Box(
      x: Self.left,
      y: y + PictureDensity.headHeight - 2,
      width: axis.width,
      height: lanesBottom - y - PictureDensity.headHeight + 2
    )
    writer.open(
      id: band.queue.map { "q_\($0.id.rawValue)" },
      class: band.queue == nil ? "no-queue" : "queue"
    )
    drawName(of: band, at: y)
    writer.add(ground, outline: .init(tone: GraphPalette.queueBorder))
    drawSpans(of: band, over: ground)
    var laneTop = lanesTop
    func box() -> SVGWriter.Box {
      .init(x: Self.left, y: laneTop, width: axis.width, height: density.laneHeight)
    }
    for (lane, marks) in marks[position].executed.enumerated() {
      notePlaces(of: band.executed.lanes[lane], in: box())
      for mark in marks.marks { drawExecution(mark, of: band, in: box()) }
      laneTop += pitch
    }
    for (lane, marks) in marks[position].neverRan.enumerated() {
      notePlaces(of: band.neverRan.lanes[lane], in: box())
      for mark in marks.marks { drawWait(mark, of: band, in: box()) }
      laneTop += pitch
    }
    var bottom = lanesBottom
    if let queue = band.queue, let height = density.depthHeight {
      drawDepth(of: queue, at: bottom, height: height)
      bottom += height + 14
    }
    writer.close()
    return bottom + PictureDensity.bandGap
  }

  /// Writes the name of a queue, its limit and its use, and what of it is not drawn apart.
  private mutating func drawName(of band: TimelineBand, at y: Double) {
    let name = band.queue.map { contents.annotated.name($0.id) } ?? "in no queue"
    let place = SVGWriter.Place(x: Self.left, y: y + 15)
    writer.add(name, at: place, GraphPalette.text, size: 12, isBold: true)
    var parts: [String] = []
    if let queue = band.queue { parts = queue.useInParts }
    if band.foldedLanes > 0 {
      parts.append(
        "the last lane holds what would take \(CountText.of(band.foldedLanes, "more lane"))"
      )
    }
    if band.queue?.isSuspendedAtEnd == true { parts.append("SUSPENDED") }
    let x = Self.left + FontMetrics.width(name, size: 12, isBold: true) + 12
    writer.add(
      FontMetrics.cut(parts.joined(separator: ", "), to: Self.width - x - 4, size: 10),
      at: .init(x: x, y: y + 15),
      GraphPalette.quietText,
      halo: GraphPalette.background
    )
  }

  /// Keeps where operations on the critical path are drawn.
  private mutating func notePlaces(of items: [LaneItem], in box: SVGWriter.Box) {
    for item in items where item.isCritical {
      guard case .operation(let position) = item.source else { continue }
      criticalPlaces[position] = CriticalLine.Place(
        left: Self.left + axis.x(item.start),
        right: Self.left + axis.x(item.end),
        top: box.y,
        bottom: box.y + box.height
      )
    }
  }

  /// Draws how many operations executed, were queued and waited over time.
  private mutating func drawDepth(of queue: TracedQueue, at y: Double, height: Double) {
    let columnWidth = contents.bands.count > 40 ? 4.0 : 2.0
    let curve = DepthCurve(queue.depth, on: axis, columnWidth: columnWidth)
    guard curve.mostInAll > 0 else { return }
    let words = curve.words
    let foot = y + 12 + height
    func path(_ count: (QueueDepth) -> Int) -> String {
      curve.path(x: Self.left, foot: foot, height: height, count)
    }
    writer.open(class: "depth", tooltip: "\(contents.annotated.name(queue.id)): \(words)")
    writer.add(
      words,
      at: .init(x: Self.left, y: y + 10),
      GraphPalette.quietText,
      size: 9,
      halo: GraphPalette.background
    )
    if curve.most.waiting > 0 {
      writer.add(path: path(\.inAll), BarTone.waitingForDependencies.paint)
      legend.tones.insert(.waitingForDependencies)
    }
    if curve.most.queued > 0 {
      writer.add(path: path { $0.executing + $0.queued }, BarTone.waitingForSlot.paint)
      legend.hasQueuedDepth = true
    }
    writer.add(path: path(\.executing), BarTone.executing.paint)
    let line = "M\(SVGNumber(Self.left)),\(SVGNumber(foot))h\(SVGNumber(axis.width))"
    writer.add(path: line, outline: .init(tone: GraphPalette.queueBorder))
    writer.close()
  }
}

extension DepthCurve {
  /// The most that there were at once, in words.
  fileprivate var words: String {
    let parts = [
      (most.executing, "executing"), (most.queued, "queued"), (most.waiting, "waiting"),
    ]
    let listed = parts.filter { $0.0 > 0 }.map { "\(CountText.grouped($0.0)) \($0.1)" }
    return
      "depth: at most \(listed.joined(separator: ", ")); \(CountText.grouped(mostInAll)) at once"
  }
}
