import TraceAnalysis

/// What occurs in a timeline's picture and is told in its legend.
struct TimelineLegend {
  /// The tones of bars.
  var tones: Set<BarTone> = []
  /// The looks of bars.
  var looks: Set<OperationText.Look> = []
  /// Whether there is the critical path.
  var hasCriticalPath = false
  /// Whether there are bars of several operations.
  var hasBlocks = false
  /// Whether something had not finished at the end.
  var hasPending = false
  /// Whether spans of suspensions are shaded.
  var hasSuspensions = false
  /// Whether spans of barriers are shaded.
  var hasBarrierSpans = false
  /// Whether queued operations are in a curve of depth.
  var hasQueuedDepth = false

  /// A sample and what it means.
  struct Entry {
    var paint: PicturePaint?
    var outline: SVGWriter.Outline?
    var height = 10.0
    var words: String
  }

  /// The entries, first what an operation does, then what became of it, then what is around it.
  var entries: [Entry] {
    var entries: [Entry] = []
    for tone in BarTone.allCases where tone != .stalled {
      if tone == .waitingForSlot, hasQueuedDepth {
        let words = tones.contains(tone) ? "\(tone.words), or queued" : "queued"
        entries.append(Entry(paint: tone.paint, words: words))
      } else if tones.contains(tone) {
        entries.append(Entry(paint: tone.paint, words: tone.words))
      }
    }
    if hasBlocks { entries.append(Entry(paint: .texture(.many), words: "several operations")) }
    if looks.contains(.stalled) {
      let outline = SVGWriter.Outline(tone: GraphPalette.stalledBorder, width: 1.4)
      let words = "stalled (✕ at the end)"
      entries.append(Entry(paint: .texture(.stalled), outline: outline, words: words))
    }
    if looks.contains(.failed) {
      let outline = SVGWriter.Outline(tone: GraphPalette.failedBorder, width: 1.2)
      entries.append(Entry(paint: .texture(.failed), outline: outline, words: "failed"))
    }
    if looks.contains(.cancelled) {
      let outline = SVGWriter.Outline(tone: GraphPalette.cancelledBorder, isDashed: true)
      let paint = PicturePaint.tone(GraphPalette.cancelledFill)
      entries.append(Entry(paint: paint, outline: outline, words: "cancelled"))
    }
    if hasCriticalPath {
      let outline = SVGWriter.Outline(tone: GraphPalette.criticalBorder, width: 2.2)
      entries.append(Entry(outline: outline, words: "critical path"))
    }
    if hasSuspensions {
      let outline = SVGWriter.Outline(tone: GraphPalette.suspendedBorder, isDashed: true)
      let words = "queue is suspended"
      entries.append(Entry(paint: .texture(.shade), outline: outline, words: words))
    }
    if hasBarrierSpans {
      let outline = SVGWriter.Outline(tone: GraphPalette.barrierEdge, isDashed: true)
      entries.append(Entry(paint: .texture(.barrier), outline: outline, words: "barrier executes"))
    }
    return entries
  }
}

extension TimelineDrawing {
  /// Writes what the run comes to, what is shown of it and what the signs mean; returns how high that is.
  mutating func drawHead() -> Double {
    let annotated = contents.annotated
    var y = 24.0
    func line(_ text: String, _ tone: GraphPalette.Tone, isBold: Bool = false) {
      for part in TextWrap.lines(text, width: 150) {
        y += 15
        writer.add(part, at: .init(x: Self.left, y: y), tone, isBold: isBold)
      }
    }
    writer.open(class: "head")
    let place = SVGWriter.Place(x: Self.left, y: y)
    writer.add(contents.title, at: place, GraphPalette.text, size: 17, isBold: true)
    line(RunTotals(annotated).line, GraphPalette.quietText)
    for text in contents.scopeLines { line(text, GraphPalette.quietText) }
    if let text = mergedLine { line(text, GraphPalette.quietText) }
    for text in annotated.verdictLines { line(text.text, text.tone, isBold: text.isBold) }
    if let text = annotated.problemLine { line(text, GraphPalette.warningText) }
    drawLegend(at: &y)
    writer.close()
    return y + 18
  }

  private var mergedLine: String? {
    let count = mergedCount
    guard count > 0 else { return nil }
    let width = least == 1 ? "a pixel" : "\(Int(least)) pixels"
    let verb = count == 1 ? "is" : "are"
    return "\(CountText.of(count, "operation")) \(verb) thinner than \(width) or share a lane, "
      + "and are drawn together with their neighbours of the same kind"
  }

  private mutating func drawLegend(at y: inout Double) {
    var x = Self.left
    let entries = legend.entries
    guard !entries.isEmpty else { return }
    y += 20
    for entry in entries {
      let width = 28 + FontMetrics.width(entry.words, size: 9) * 1.05 + 14
      if x > Self.left, x + width > Self.width {
        x = Self.left
        y += 15
      }
      let box = SVGWriter.Box(x: x, y: y - 8, width: 22, height: entry.height)
      writer.add(box, entry.paint, outline: entry.outline)
      writer.add(entry.words, at: .init(x: x + 28, y: y), GraphPalette.quietText, size: 9)
      x += width
    }
  }
}

extension TimelineContents {
  /// What of the run is shown, and what of it is left out; a line each.
  var scopeLines: [String] {
    var lines = annotated.scopeLine.map { [$0] } ?? []
    var parts: [String] = []
    if idleQueueCount > 0 {
      let verb = idleQueueCount == 1 ? "is" : "are"
      parts.append(
        "\(CountText.of(idleQueueCount, "queue")) without an operation to show \(verb) left out"
      )
    }
    if omitted.bands > 0 {
      let queues = CountText.of(omitted.bands, "less busy queue")
      let operations = CountText.of(omitted.operations, "operation")
      parts.append("\(queues) with \(operations) are left out for want of room (see --queue)")
    }
    if !parts.isEmpty { lines.append(parts.joined(separator: "; ")) }
    return lines
  }

  /// What the picture shows, in words.
  var description: GraphDescription {
    annotated.description(title: title, scope: scopeLines)
  }
}
