/// A kind of picture that Graphviz can draw.
public enum GraphvizFormat: String, CaseIterable, Hashable, Sendable {
  /// A picture made of shapes and text, with the tooltips of operations; the best one to look at in a browser.
  case svg
  /// A picture made of dots, at most 9,600 on a side, 96 to the inch unless the graph's `dpi` says otherwise.
  case png
  /// One page, at most 195 inches on a side: readers of PDF take no more than 200.
  case pdf

  /// The end of a file's name, without the dot.
  public var fileExtension: String {
    rawValue
  }

  /// The format with the renderer that draws it: without one, libgvc takes another where a plugin is missing.
  var withRenderer: String {
    switch self {
    case .svg: "svg:svg"
    case .png: "png:cairo"
    case .pdf: "pdf:cairo"
    }
  }

  /// The longest side in dots, zero for no limit, and the dots to an inch, zero for a format without dots.
  var bounds: (maximumDots: UInt32, dotsPerInch: UInt32) {
    switch self {
    case .svg: (0, 0)
    case .png: (9600, 96)
    case .pdf: (14_000, 0)
    }
  }
}
