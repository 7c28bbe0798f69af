import TraceEvents

/// The axis of a timeline's picture: moments as points from the left.
struct PictureAxis {
  /// The span that is shown.
  let span: RunSpan
  /// How wide it is in points.
  let width: Double
  /// The ticks at round moments.
  let ticks: [TimeAxis.Tick]

  /// An axis whose ticks have room for their labels at this size of text.
  init(_ span: RunSpan, width: Double, textSize: Double) {
    self.span = span
    self.width = width
    let columns = Int(width / (FontMetrics.width("0", size: textSize) * 1.4))
    ticks = TimeAxis(span, columns: max(1, columns), charset: .unicode).ticks
  }

  /// Where a moment stands.
  func x(_ instant: TraceInstant) -> Double {
    span.position(of: instant) * width
  }
}
