import TraceAnalysis
import TraceEvents
import TraceModel

/// Chooses of words for a bar what fits into it or beside it.
struct BarLabel: Hashable {
  /// The words.
  var text: String
  /// Whether they stand inside of the bar, else behind it.
  var isInside: Bool

  /// Chooses; nil where there is no room for anything.
  ///
  /// - Parameters:
  ///   - choices: What might be said, the most telling first; the last one may be cut.
  ///   - inside: How wide the bar is.
  ///   - beside: How much room is behind it.
  ///   - besideCount: How many of the last choices may stand there, so that lanes don't fill up with words.
  ///   - size: The size of the text.
  ///   - isBold: Whether it is bold.
  init?(
    _ choices: [String],
    inside: Double,
    beside: Double,
    besideCount: Int,
    size: Double,
    isBold: Bool
  ) {
    let (inside, beside) = (inside - 6, beside - 6)
    for choice in choices {
      let width = FontMetrics.width(choice, size: size, isBold: isBold)
      if width <= inside {
        self.init(text: choice, isInside: true)
        return
      }
    }
    for choice in choices.suffix(besideCount) {
      guard FontMetrics.width(choice, size: size, isBold: isBold) <= beside else { continue }
      self.init(text: choice, isInside: false)
      return
    }
    guard let last = choices.last, max(inside, beside) >= size * 4 else { return nil }
    let room = inside >= size * 4 ? inside : beside
    self.init(
      text: FontMetrics.cut(last, to: room, size: size, isBold: isBold),
      isInside: inside >= size * 4
    )
  }

  private init(text: String, isInside: Bool) {
    self.text = text
    self.isInside = isInside
  }
}

extension TimelineDrawing {
  /// Writes what a mark is into its bar or behind it.
  mutating func drawLabel(
    of mark: LaneMarks.Mark,
    _ operation: TracedOperation?,
    band: TimelineBand,
    in box: SVGWriter.Box,
    paint: PicturePaint
  ) {
    guard let size = contents.density.textSize else { return }
    let isBold = mark.item.look == .stalled
    let beside = mark.count > 1 ? 0 : Self.left + mark.roomRight - box.right
    guard max(box.width, beside) >= size * 4 else { return }
    let choices = mark.words(operation, of: band, in: contents.annotated)
    guard
      let label = BarLabel(
        choices,
        inside: box.width,
        beside: beside,
        besideCount: mark.item.look == .plain ? 1 : choices.count,
        size: size,
        isBold: isBold
      )
    else { return }
    let place = SVGWriter.Place(
      x: label.isInside ? box.x + 4 : box.right + 3,
      y: box.middle + size * 0.35
    )
    let look = label.isInside ? paint.textLook : (tone: GraphPalette.text, ground: nil)
    if let ground = look.ground {
      let width = FontMetrics.width(label.text, size: size, isBold: isBold)
      let plate = SVGWriter.Box(
        x: place.x - 2,
        y: box.middle - size * 0.55,
        width: width + 4,
        height: size * 1.1
      )
      writer.add(plate, .tone(ground), radius: 2)
    }
    writer.add(label.text, at: place, look.tone, size: size, isBold: isBold)
  }
}

extension PicturePaint {
  /// The colour of words on it, and of the ground on which a texture does not disturb them.
  fileprivate var textLook: (tone: GraphPalette.Tone, ground: GraphPalette.Tone?) {
    switch self {
    case .texture(.many): (GraphPalette.barText, GraphPalette.executingPart)
    case .texture(.stalled): (GraphPalette.verdictText, GraphPalette.stalledFill)
    case .texture(.failed): (GraphPalette.failedText, GraphPalette.failedFill)
    case .texture: (GraphPalette.text, GraphPalette.background)
    case .tone(GraphPalette.executingPart): (GraphPalette.barText, nil)
    case .tone: (GraphPalette.text, nil)
    }
  }
}

extension LaneMarks.Mark {
  /// What might be said of it, the most telling first.
  fileprivate func words(
    _ operation: TracedOperation?,
    of band: TimelineBand,
    in annotated: AnnotatedTrace
  ) -> [String] {
    guard count == 1 else {
      let noun = item.look.noun
      return [CountText.of(count, noun.singular, noun.plural), CountText.grouped(count)]
    }
    guard let operation else { return [bareBarrierName(of: band)] }
    let text = OperationText(operation, in: annotated)
    let state = "\(text.name) \(text.status)"
    if text.look == .plain { return [state, text.name] }
    return (text.remark.isEmpty ? [] : ["\(state): \(text.remark)"]) + [state, text.name]
  }

  /// The name of a barrier block without an operation.
  func bareBarrierName(of band: TimelineBand) -> String {
    guard case .bareBarrier(let position) = item.source else { return "" }
    return band.bareBarriers[position].visibleName
  }
}
