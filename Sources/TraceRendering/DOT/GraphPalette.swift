/// The colours of a graph, each with its counterpart for dark mode.
///
/// A DOT document holds the light values. Whoever makes an SVG of it maps each to its dark one, so no two tones may
/// share a light value, even where they look alike.
package enum GraphPalette {
  /// A colour as six hexadecimal digits behind a number sign, in lower case.
  package struct Tone: Hashable, Sendable {
    /// The value on a light background, as it stands in the DOT text.
    package let light: String
    /// The value on a dark background.
    package let dark: String

    fileprivate init(_ light: String, dark: String) {
      self.light = light
      self.dark = dark
    }
  }

  // Surfaces and text.
  static let background = Tone("#ffffff", dark: "#1c2027")
  static let text = Tone("#1d2530", dark: "#e8ebf0")
  static let quietText = Tone("#5a6473", dark: "#a7b0bd")
  static let fadedText = Tone("#5f6a79", dark: "#8f99a8")
  static let verdictText = Tone("#b3261f", dark: "#ff7369")
  static let warningText = Tone("#8f5600", dark: "#f0b45c")
  static let suspendedText = Tone("#66489f", dark: "#c4adf7")
  static let failedText = Tone("#93246f", dark: "#f58bd0")

  // Clusters.
  static let queueFill = Tone("#f6f8fb", dark: "#15181d")
  static let queueBorder = Tone("#c9d1dc", dark: "#3a424d")
  static let suspendedFill = Tone("#f7f4fc", dark: "#1b1723")
  static let suspendedBorder = Tone("#8f74c4", dark: "#9a82d0")

  // Nodes.
  static let card = Tone("#fefefe", dark: "#242a33")
  static let cardBorder = Tone("#5b6675", dark: "#76818f")
  static let criticalBorder = Tone("#1d2531", dark: "#f4f6fa")
  static let stalledFill = Tone("#fdecea", dark: "#3c1a18")
  static let stalledBorder = Tone("#b3261e", dark: "#ff6b60")
  static let cancelledFill = Tone("#f1f2f4", dark: "#20242b")
  static let cancelledBorder = Tone("#98a2b0", dark: "#5f6977")
  static let failedFill = Tone("#faeef6", dark: "#331628")
  static let failedBorder = Tone("#a12f7c", dark: "#e070b8")

  // Parts of a bar.
  static let waitingPart = Tone("#b9c1cc", dark: "#6b7684")
  static let suspendedPart = Tone("#a78fd4", dark: "#a48bdc")
  static let slotPart = Tone("#e8a33d", dark: "#e5a544")
  static let dispatchPart = Tone("#5fb8b2", dark: "#59b3ad")
  static let executingPart = Tone("#3b78c3", dark: "#5b9be6")
  static let stalledPart = Tone("#b3261d", dark: "#ff6a5f")
  /// Text inside of a bar that executes.
  static let barText = Tone("#fffffe", dark: "#10141b")
  static let restPart = Tone("#e9ecf1", dark: "#2f3640")

  // Edges.
  static let dependencyEdge = Tone("#8b95a3", dark: "#77828f")
  static let barrierEdge = Tone("#1f7a72", dark: "#4fc3b8")
  static let handOverEdge = Tone("#5566c4", dark: "#93a2ff")
  static let waitEdge = Tone("#7b4f2c", dark: "#d3a580")
  static let creationEdge = Tone("#a4aebb", dark: "#5d6773")
  static let cancellationEdge = Tone("#8a5a78", dark: "#c79ab4")
  static let criticalEdge = Tone("#1d2532", dark: "#f4f6f9")
  static let blockingEdge = Tone("#b3261c", dark: "#ff695e")
  static let overrunEdge = Tone("#a86400", dark: "#e0a03a")

  static let residualEdge = Tone("#8b95a4", dark: "#7d8895")

  /// Tints that tell classes or queues apart, also for who can't tell red from green: they differ in lightness, too.
  static let categories = [
    Tone("#cfe3f7", dark: "#23405f"),
    Tone("#fbe3c0", dark: "#574016"),
    Tone("#d7efd3", dark: "#22472a"),
    Tone("#f6d3e2", dark: "#55273d"),
    Tone("#e2dcf5", dark: "#393057"),
    Tone("#d0f0ee", dark: "#1f4a48"),
    Tone("#f3efb8", dark: "#4b4717"),
    Tone("#e8d5c4", dark: "#4a3526"),
  ]
  /// The tint of what is in none of the categories.
  static let otherCategory = Tone("#e9eaec", dark: "#33383f")

  /// From little of the run to much of it.
  static let heat = [
    Tone("#f4f6f9", dark: "#262c35"),
    Tone("#dfe9f5", dark: "#26374b"),
    Tone("#bcd3ec", dark: "#2a4a6d"),
    Tone("#8db4de", dark: "#2f619a"),
    Tone("#5b93cf", dark: "#3478c4"),
  ]

  /// The same for cards, which hold small text: it can be read on each of them.
  package static let cardHeat = [
    Tone("#f5f7fa", dark: "#262d36"),
    Tone("#ecf2f9", dark: "#26323f"),
    Tone("#e1ebf6", dark: "#27384a"),
    Tone("#d8e5f5", dark: "#284056"),
    Tone("#cfdff3", dark: "#294863"),
  ]

  /// The border of a plain node.
  static let heatBorder = Tone("#7d8896", dark: "#66717f")

  /// Every tone that a graph can hold; no two have the same light value.
  package static let tones: [Tone] =
    [
      background, text, quietText, fadedText, verdictText, warningText, suspendedText, failedText,
      queueFill, queueBorder, suspendedFill, suspendedBorder, card, cardBorder, criticalBorder,
      stalledFill, stalledBorder, cancelledFill, cancelledBorder, failedFill, failedBorder,
      waitingPart, suspendedPart, slotPart, dispatchPart, executingPart, stalledPart, restPart,
      barText,
      dependencyEdge, barrierEdge, handOverEdge, waitEdge, creationEdge, cancellationEdge,
      criticalEdge,
      blockingEdge, overrunEdge, residualEdge, heatBorder, otherCategory,
    ] + heat + cardHeat + categories

  /// For each light value the dark one.
  package static var darkColors: [String: String] {
    Dictionary(tones.map { ($0.light, $0.dark) }) { first, _ in first }
  }
}
