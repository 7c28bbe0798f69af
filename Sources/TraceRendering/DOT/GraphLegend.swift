import TraceAnalysis

/// The legend of a graph: what occurs in it, and nothing else.
struct GraphLegend {
  /// The tones of bars.
  var tones: Set<BarTone> = []
  /// Whether nodes stand for several operations.
  var hasGroups = false
  /// Whether edges stand for ways over what is not shown.
  var hasResidualEdges = false
  /// What the tints of nodes stand for.
  var tints: [(tone: GraphPalette.Tone, words: String)] = []
  /// The scale of tints from little to much.
  var scale = GraphPalette.heat
  /// What the scale of tints stands for; nil when there is none.
  var scaleWords: String?
  /// Whether bars show time in which their operation was not there.
  var hasRest = false
  /// Whether nodes are tinted by their share of the run.
  var hasHeat = false
  /// The looks of nodes.
  var looks: Set<OperationText.Look> = []
  /// Whether names are struck through.
  var hasStruckNames = false
  /// The relations that are drawn, with the colour in which they are.
  var relations: [DrawnEdge.Relation: GraphPalette.Tone] = [:]
  var hasCriticalPath = false
  /// How many slot hand-overs on it are not drawn.
  var omittedHandOvers = 0
  var hasBlockingEdges = false
  var hasOverrunEdges = false
  /// Whether edges between nodes of several operations stand for both directions.
  var hasMutualEdges = false
  /// Whether edges lead to what was cancelled before it could make use of them.
  var hasMootEdges = false
  /// Whether nodes show how the times of their operations are spread.
  var hasHistograms = false
  /// Whether nodes are marked that were asked for.
  var hasAsked = false

  /// The rows: what nodes mean, then what edges mean.
  var rows: [HTMLLabel] {
    [nodeEntries, edgeEntries].filter { !$0.isEmpty }.map { entries in
      HTMLLabel.fixedLine(
        entries.flatMap { [($0.sample, $0.sampleWidth), ($0.words, $0.wordsWidth)] },
        height: 15
      )
    }
  }

  private struct Entry {
    var sample: HTMLLabel
    var sampleWidth: Int
    var words: HTMLLabel
    var wordsWidth: Int

    init(_ sample: HTMLLabel, width: Int, _ words: String) {
      self.sample = sample
      sampleWidth = width + 6
      self.words = .text(words, GraphPalette.quietText, size: 9)
      // Room for fonts that are wider than expected, and for a gap to the next entry.
      wordsWidth = Int(FontMetrics.width(words, size: 9) * 1.05) + 14
    }
  }

  private var nodeEntries: [Entry] {
    var entries = BarTone.allCases.filter(tones.contains).map { tone in
      Entry(.block(tone.color, width: 16, height: 8), width: 16, tone.words)
    }
    if hasRest {
      entries.append(
        Entry(.block(GraphPalette.restPart, width: 16, height: 8), width: 16, "rest of the run")
      )
    }
    for tint in tints {
      entries.append(Entry(.block(tint.tone, width: 16, height: 8), width: 16, tint.words))
    }
    if hasHeat || scaleWords != nil {
      let scale = self.scale.map { (tone: Optional($0), width: 10) }
      let words = scaleWords ?? "executes little or much of the run"
      entries.append(Entry(.row(of: scale, height: 8), width: 50, words))
      if looks.contains(.stalled) {
        let block = HTMLLabel.block(GraphPalette.stalledBorder, width: 16, height: 8)
        entries.append(Entry(block, width: 16, "stalled"))
      }
    }
    if hasAsked {
      let mark = HTMLLabel.text(GraphContents.askedMark, GraphPalette.text, size: 10)
      entries.append(Entry(mark, width: 12, "asked for"))
    }
    if hasGroups {
      let words = "several operations: the bar goes from their first start to their last end"
      entries.append(Entry(.text("▣", GraphPalette.text, size: 10), width: 12, words))
    }
    if hasHistograms {
      let bars = HTMLLabel.bars([2, 8, 4], tone: GraphPalette.executingPart, width: 5, height: 8)
      entries.append(Entry(bars, width: 26, "how many took how long, from short to long"))
    }
    if looks.contains(.failed) {
      let block = HTMLLabel.block(GraphPalette.failedBorder, width: 16, height: 8)
      entries.append(Entry(block, width: 16, "failed"))
    }
    if looks.contains(.cancelled) || hasStruckNames {
      let name = HTMLLabel.text("name", GraphPalette.fadedText, size: 9, isStruck: !hasHeat)
      entries.append(Entry(name, width: 26, "cancelled (dashed)"))
    }
    return entries
  }

  private var edgeEntries: [Entry] {
    var entries: [Entry] = []
    if hasCriticalPath {
      var words = "critical path"
      if omittedHandOvers > 0 {
        words += " (\(CountText.of(omittedHandOvers, "slot hand-over")) not drawn)"
      }
      entries.append(line(GraphPalette.criticalEdge, nil, "▸", height: 3, words))
    }
    if hasBlockingEdges {
      entries.append(line(GraphPalette.blockingEdge, nil, "▸", height: 3, "holds it up"))
    }
    for relation in DrawnEdge.Relation.allCases {
      guard let tone = relations[relation] else { continue }
      entries.append(line(tone, relation.lineStyle, relation.arrowheadGlyph, relation.words))
    }
    if hasResidualEdges {
      entries.append(line(GraphPalette.residualEdge, "dashed", "▹", "over operations not shown"))
    }
    if hasMutualEdges {
      let glyph = HTMLLabel.text("◂─▸", DrawnEdge.Relation.dependency.tone, size: 9)
      entries.append(Entry(glyph, width: 27, "both ways, between different operations: no cycle"))
    }
    if hasMootEdges {
      let words = "to what was cancelled before"
      entries.append(line(DrawnEdge.Relation.dependency.tone, "dashed", "▸", words))
    }
    if hasOverrunEdges {
      let words = "ran although that one was cancelled or failed"
      entries.append(line(GraphPalette.overrunEdge, "dashed", "▸", words))
    }
    return entries
  }

  /// A line as edges have it, made of cells so that it looks the same in every font.
  private func line(
    _ tone: GraphPalette.Tone,
    _ style: String?,
    _ arrowhead: String,
    height: Int = 1,
    _ words: String
  ) -> Entry {
    let blocks: [(tone: GraphPalette.Tone?, width: Int)] =
      switch style {
      case "dashed": [(tone, 5), (nil, 3), (tone, 5), (nil, 3), (tone, 5)]
      case "dotted": (0..<5).flatMap { _ in [(tone, 2), (nil, 2)] } + [(tone, 1)]
      default: [(tone, 21)]
      }
    let line = HTMLLabel.fixedLine(
      [(.row(of: blocks, height: height), 21), (.text(arrowhead, tone, size: 9), 12)],
      height: 13
    )
    return Entry(line, width: 33, words)
  }
}
