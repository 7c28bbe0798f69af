/// The colours of the page: those of the pictures, as custom properties of its style sheets.
enum PageColors {
  /// The properties and their tones.
  static let tones: [(name: String, tone: GraphPalette.Tone)] = [
    ("background", GraphPalette.background),
    ("surface", GraphPalette.queueFill),
    ("card", GraphPalette.card),
    ("text", GraphPalette.text),
    ("quiet", GraphPalette.quietText),
    ("border", GraphPalette.queueBorder),
    ("outline", GraphPalette.cardBorder),
    ("waiting", GraphPalette.waitingPart),
    ("suspended", GraphPalette.suspendedPart),
    ("slot", GraphPalette.slotPart),
    ("dispatch", GraphPalette.dispatchPart),
    ("executing", GraphPalette.executingPart),
    ("stalled", GraphPalette.stalledPart),
    ("stalled-fill", GraphPalette.stalledFill),
    ("stalled-text", GraphPalette.verdictText),
    ("warning-text", GraphPalette.warningText),
    ("failed", GraphPalette.failedBorder),
    ("failed-fill", GraphPalette.failedFill),
    ("cancelled", GraphPalette.cancelledBorder),
    ("cancelled-fill", GraphPalette.cancelledFill),
    ("critical", GraphPalette.criticalEdge),
    ("rest", GraphPalette.restPart),
    ("bar-text", GraphPalette.barText),
    ("accent", GraphPalette.executingPart),
    ("link", GraphPalette.handOverEdge),
    ("focus", GraphPalette.handOverEdge),
    ("match", GraphPalette.slotPart),
    ("barrier", GraphPalette.barrierEdge),
  ]

  /// The properties in light and dark, and the same exchange for the picture of the graph and its legend; print is always light.
  static var styleSheet: String {
    let light = tones.map { "--\($0.name):\($0.tone.light)" }.joined(separator: ";")
    let dark = tones.map { "--\($0.name):\($0.tone.dark)" }.joined(separator: ";")
    var sheet = ":root{\(light)}\n@media screen{\n:root[data-theme=\"dark\"]{\(dark)}\n"
    for (light, dark) in GraphPalette.darkColors.sorted(by: { $0.key < $1.key })
    where light != dark {
      for attribute in ["fill", "stroke"] {
        sheet += "[data-theme=\"dark\"] :is(.picture,.graph-legend) [\(attribute)=\"\(light)\"]"
        sheet += "{\(attribute):\(dark)}\n"
      }
    }
    return sheet + "}\n"
  }
}
