/// The characters of a timeline; each state has one of its own, so that it can be told without colour.
package struct TimelineGlyphs {
  private let charset: TextStyle.Charset

  /// The characters of a charset.
  package init(_ charset: TextStyle.Charset) {
    self.charset = charset
  }

  /// What a state is drawn with.
  package func glyph(_ tone: BarTone) -> Character {
    switch (charset, tone) {
    case (.unicode, .waitingForDependencies): "·"
    case (.unicode, .queueSuspended): "‖"
    case (.unicode, .waitingForSlot): "░"
    case (.unicode, .dispatch): "▸"
    case (.unicode, .executing): "█"
    case (.unicode, .stalled): "╳"
    case (.ascii, .waitingForDependencies): "."
    case (.ascii, .queueSuspended): "="
    case (.ascii, .waitingForSlot): ":"
    case (.ascii, .dispatch): ">"
    case (.ascii, .executing): "#"
    case (.ascii, .stalled): "X"
    }
  }

  /// The colour of a state.
  func look(_ tone: BarTone) -> StyledLine.Look? {
    switch tone {
    case .waitingForDependencies: .quiet
    case .queueSuspended: .magenta
    case .waitingForSlot: .yellow
    case .dispatch: .cyan
    case .executing: .blue
    case .stalled: .red
    }
  }

  /// Stands before operations on the critical path.
  var criticalMark: String { charset == .unicode ? "┃" : "|" }
  /// The time axis: its line, and a tick on it.
  var axis: Character { charset == .unicode ? "─" : "-" }
  var tick: Character { charset == .unicode ? "┬" : "+" }
}
