import TraceAnalysis
import TraceEvents
import TraceModel

extension TimelineDrawing {
  /// Draws what executed: its bar, and in front of it what it waited for, as far as there is room in the lane.
  mutating func drawExecution(_ mark: LaneMarks.Mark, of band: TimelineBand, in lane: SVGWriter.Box)
  {
    let operation = mark.operation(in: contents.trace)
    open(mark, of: band)
    if let operation, mark.count == 1 { drawWaits(of: operation, before: mark, in: lane) }
    let box = box(of: mark, in: lane)
    var ground = box
    var paint = paint(of: mark)
    if mark.item.look == .stalled, let operation, mark.count == 1 {
      // What went well up to the stall, and the stall.
      let turn = contents.annotated.stalledSince[operation.id] ?? mark.item.start
      let x = min(max(box.x, Self.left + axis.x(turn)), max(box.x, box.right - 3))
      let before = SVGWriter.Box(x: box.x, y: box.y, width: x - box.x, height: box.height)
      var after = SVGWriter.Box(x: x, y: box.y, width: box.right - x, height: box.height)
      if before.width > 0.5 {
        writer.add(before, BarTone.executing.paint)
        legend.tones.insert(.executing)
      } else {
        after = box
      }
      writer.add(after, paint)
      ground = after.width >= before.width ? after : before
      if before.width > after.width { paint = BarTone.executing.paint }
    } else {
      writer.add(box, paint)
    }
    if let outline = outline(of: mark) { writer.add(box, outline: outline) }
    if mark.item.isCritical, isNarrow(mark) { drawCap(of: box) }
    note(mark)
    drawLabel(of: mark, operation, band: band, in: ground, paint: paint)
    drawEnd(of: mark, in: lane)
    writer.close()
  }

  /// Draws what never executed, over all of the time that it waited.
  mutating func drawWait(_ mark: LaneMarks.Mark, of band: TimelineBand, in lane: SVGWriter.Box) {
    let operation = mark.operation(in: contents.trace)
    open(mark, of: band)
    var box = box(of: mark, in: lane)
    let inset = lane.height > 8 ? 2.0 : 0.5
    box.y += inset
    box.height -= 2 * inset
    var paint = PicturePaint.tone(GraphPalette.card)
    var ground = box
    if let operation, mark.count == 1 {
      writer.add(box, paint)
      var widest = 0.0
      for part in operation.barParts(stalledSince: contents.annotated.stalledSince[operation.id]) {
        let left = axis.x(part.start)
        let right = axis.x(part.end)
        guard right - left >= 0.5 else { continue }
        legend.tones.insert(part.tone)
        let piece = SVGWriter.Box(
          x: Self.left + left,
          y: box.y,
          width: right - left,
          height: box.height
        )
        writer.add(piece, part.tone.paint)
        if piece.width > widest { (widest, ground, paint) = (piece.width, piece, part.tone.paint) }
      }
    } else {
      paint = mark.item.look == .stalled ? .texture(.stalled) : .texture(.waiting)
      writer.add(box, paint)
    }
    let tone =
      mark.item.look == .stalled ? GraphPalette.stalledBorder : GraphPalette.cancelledBorder
    writer.add(
      box,
      outline: .init(
        tone: mark.item.isCritical ? GraphPalette.criticalBorder : tone,
        width: mark.item.isCritical ? 2.2 : mark.item.look == .stalled ? 1.4 : 1,
        isDashed: mark.item.look == .cancelled
      )
    )
    note(mark)
    drawLabel(of: mark, operation, band: band, in: ground, paint: paint)
    drawEnd(of: mark, in: lane)
    writer.close()
  }

  /// Begins the group of a mark.
  private mutating func open(_ mark: LaneMarks.Mark, of band: TimelineBand) {
    var classes = [mark.count > 1 ? "block" : "operation"]
    var id: String?
    if let operation = mark.operation(in: contents.trace) {
      if mark.count == 1 {
        id = "op_\(operation.id.rawValue)"
        if operation.isBarrier { classes.append("barrier") }
      }
    } else if mark.count == 1 {
      classes = ["barrier"]
    }
    if let word = mark.item.look.className { classes.append(word) }
    if mark.item.isCritical { classes.append("critical") }
    writer.open(
      id: id,
      class: classes.joined(separator: " "),
      tooltip: mark.tooltip(of: band, in: contents.annotated).joined(separator: "\n")
    )
  }

  /// Draws what an operation waited for as a thin line at the foot of the lane, behind the one that was there before.
  private mutating func drawWaits(
    of operation: TracedOperation,
    before mark: LaneMarks.Mark,
    in lane: SVGWriter.Box
  ) {
    guard mark.left - mark.roomLeft >= 1.5 else { return }
    let height = lane.height > 8 ? 4.0 : 2.0
    for part in operation.barParts(stalledSince: nil) where part.tone != .executing {
      let left = max(mark.roomLeft, axis.x(part.start))
      let right = min(mark.left, axis.x(part.end))
      guard right - left >= 1 else { continue }
      legend.tones.insert(part.tone)
      writer.add(
        SVGWriter.Box(
          x: Self.left + left,
          y: lane.y + lane.height - height,
          width: right - left,
          height: height
        ),
        part.tone.paint
      )
    }
  }

  private func box(of mark: LaneMarks.Mark, in lane: SVGWriter.Box) -> SVGWriter.Box {
    let width = max(mark.right - mark.left, mark.item.isNotable ? 3 : 0.8)
    let x = min(Self.left + mark.left, Self.left + axis.width - width)
    return SVGWriter.Box(x: x, y: lane.y, width: width, height: lane.height)
  }

  /// Below this width an outline would hide what it is around.
  private static let leastOutlined = 6.0

  private func isNarrow(_ mark: LaneMarks.Mark) -> Bool {
    mark.right - mark.left < Self.leastOutlined
  }

  /// Marks a bar that is too narrow for an outline as critical, and lets its colour be seen.
  private mutating func drawCap(of box: SVGWriter.Box) {
    var cap = box
    cap.height = box.height / 4
    writer.add(cap, .tone(GraphPalette.criticalBorder))
  }

  private func paint(of mark: LaneMarks.Mark) -> PicturePaint {
    switch mark.item.look {
    case .plain, .pending: mark.count > 1 ? .texture(.many) : BarTone.executing.paint
    case .stalled: .texture(.stalled)
    case .failed: .texture(.failed)
    case .cancelled: .tone(GraphPalette.cancelledFill)
    }
  }

  private func outline(of mark: LaneMarks.Mark) -> SVGWriter.Outline? {
    let isNarrow = isNarrow(mark)
    let isCritical = mark.item.isCritical && !isNarrow
    switch mark.item.look {
    case .plain where mark.item.isBareBarrier, .plain where mark.isBarrier(in: contents.trace):
      return .init(tone: GraphPalette.barrierEdge, width: isCritical ? 2.4 : 1)
    case .plain, .pending:
      return isCritical ? .init(tone: GraphPalette.criticalBorder, width: 2.2) : nil
    case .stalled:
      return .init(tone: GraphPalette.stalledBorder, width: isCritical ? 2.6 : isNarrow ? 1 : 1.4)
    case .failed:
      return .init(tone: GraphPalette.failedBorder, width: isCritical ? 2.6 : 1)
    case .cancelled:
      let tone = isCritical ? GraphPalette.criticalBorder : GraphPalette.cancelledBorder
      return .init(tone: tone, width: isCritical ? 2.2 : 1, isDashed: true)
    }
  }

  private mutating func note(_ mark: LaneMarks.Mark) {
    legend.looks.insert(mark.item.look)
    if mark.count > 1 {
      legend.hasBlocks = true
    } else if mark.item.look == .plain || mark.item.look == .pending {
      legend.tones.insert(.executing)
    }
  }

  /// Marks at the end of the axis what had not finished.
  private mutating func drawEnd(of mark: LaneMarks.Mark, in lane: SVGWriter.Box) {
    guard mark.right >= axis.width - 0.5 else { return }
    let x = Self.left + axis.width + 5
    let size = min(8, lane.height)
    let (left, right) = (SVGNumber(x), SVGNumber(x + size))
    let (top, bottom) = (SVGNumber(lane.middle - size / 2), SVGNumber(lane.middle + size / 2))
    switch mark.item.look {
    case .stalled:
      let cross = "M\(left),\(top)L\(right),\(bottom)M\(left),\(bottom)L\(right),\(top)"
      writer.add(path: cross, outline: .init(tone: GraphPalette.stalledBorder, width: 2))
    case .pending:
      let arrow = "M\(left),\(top)L\(right),\(SVGNumber(lane.middle))L\(left),\(bottom)Z"
      writer.add(path: arrow, .tone(GraphPalette.cardBorder))
      legend.hasPending = true
    default: break
    }
  }
}

extension LaneItem {
  /// Whether it is a barrier block without an operation.
  var isBareBarrier: Bool {
    if case .bareBarrier = source { true } else { false }
  }
}

extension LaneMarks.Mark {
  /// Its first operation; nil for a barrier block without one.
  func operation(in trace: Trace) -> TracedOperation? {
    guard case .operation(let position) = item.source else { return nil }
    return trace.operations[position]
  }

  /// Whether it is a single barrier.
  fileprivate func isBarrier(in trace: Trace) -> Bool {
    count == 1 && operation(in: trace)?.isBarrier == true
  }
}
