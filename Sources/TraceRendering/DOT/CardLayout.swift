import TraceEvents
import TraceModel

/// The measures of the cards of a graph: all have one width, so that their bars can be compared.
struct CardLayout: Hashable {
  /// The width of a card's contents and of its bar, in points.
  let width: Int

  private static let nameSize = 12
  private static let smallSize = 9
  private static let gap = 12.0

  /// Wide enough for what the widest of the cards says, within reason.
  init(_ texts: [OperationText]) {
    let widest = texts.reduce(0) { max($0, CardLayout.width(of: $1)) }
    width = min(max(Int(widest.rounded(.up)), 176), 288)
  }

  /// The label of a card.
  func label(_ text: OperationText, bar: TimeBar, extra: [HTMLLabel] = []) -> HTMLLabel {
    let fitted = fitted(text)
    let isFaded = text.look == .cancelled
    let name = HTMLLabel.text(
      fitted.name,
      isFaded ? GraphPalette.fadedText : GraphPalette.text,
      size: CardLayout.nameSize,
      isBold: !isFaded,
      isStruck: text.isStruck
    )
    let status = HTMLLabel.text(
      fitted.status,
      text.look.statusTone,
      isBold: text.look.isStatusBold
    )
    let quiet = GraphPalette.quietText
    let kind = HTMLLabel.text(fitted.kind, quiet, size: CardLayout.smallSize)
    let remark = HTMLLabel.text(fitted.remark, quiet, size: CardLayout.smallSize)
    let lines: [HTMLLabel] = [
      .ends(
        name,
        status,
        width: width,
        rightWidth: Int(CardLayout.statusWidth(of: fitted).rounded(.up))
      ),
      .ends(
        kind,
        remark,
        width: width,
        rightWidth: Int(CardLayout.smallWidth(of: fitted.remark).rounded(.up))
      ),
    ]
    let cells = bar.cells.map { (Optional($0.tone?.color ?? GraphPalette.restPart), $0.width) }
    return HTMLLabel.stack(lines + extra + [.row(of: cells, height: 7)])
  }

  /// The text cut to the card's width: the status stays whole, then come remark, name and class.
  private func fitted(_ text: OperationText) -> OperationText {
    var text = text
    let total = Double(width)
    text.remark = CardLayout.cut(text.remark, to: total * 0.75, size: CardLayout.smallSize)
    text.name = CardLayout.cut(
      text.name,
      to: total - CardLayout.gap - CardLayout.statusWidth(of: text),
      size: CardLayout.nameSize,
      isBold: true
    )
    text.kind = CardLayout.cut(
      text.kind,
      to: total - CardLayout.gap - CardLayout.smallWidth(of: text.remark),
      size: CardLayout.smallSize
    )
    return text
  }

  static func cut(
    _ text: String,
    to points: Double,
    size: Int,
    isBold: Bool = false
  ) -> String {
    MiddleCut.cut(text, to: Int((points * 100).rounded())) { character in
      let width = FontMetrics.width(String(character), size: Double(size), isBold: isBold)
      return Int(width * 100)
    }
  }

  private static func width(of text: OperationText) -> Double {
    let name = FontMetrics.width(text.name, size: Double(nameSize), isBold: true)
    let small = smallWidth(of: text.kind) + smallWidth(of: text.remark)
    return gap + max(name + statusWidth(of: text), small)
  }

  private static func smallWidth(of text: String) -> Double {
    FontMetrics.width(text, size: Double(smallSize))
  }

  private static func statusWidth(of text: OperationText) -> Double {
    FontMetrics.width(text.status, size: 10, isBold: text.look.isStatusBold)
  }
}

extension OperationText.Look {
  /// The colour of the word for what became of the operation.
  var statusTone: GraphPalette.Tone {
    switch self {
    case .plain, .pending: GraphPalette.text
    case .stalled: GraphPalette.verdictText
    case .failed: GraphPalette.failedText
    case .cancelled: GraphPalette.fadedText
    }
  }

  /// Whether that word is heavy.
  var isStatusBold: Bool {
    self == .stalled || self == .failed
  }
}

extension BarTone {
  /// The colour in which it is drawn.
  var color: GraphPalette.Tone {
    switch self {
    case .waitingForDependencies: GraphPalette.waitingPart
    case .queueSuspended: GraphPalette.suspendedPart
    case .waitingForSlot: GraphPalette.slotPart
    case .dispatch: GraphPalette.dispatchPart
    case .executing: GraphPalette.executingPart
    case .stalled: GraphPalette.stalledPart
    }
  }
}
