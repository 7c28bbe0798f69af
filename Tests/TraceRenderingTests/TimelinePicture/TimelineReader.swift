import TraceTestSupport

/// The groups of a timeline's picture with what is drawn in them, read from its SVG.
struct TimelineReader {
  /// A group that stands for something.
  struct Mark {
    var id: String?
    var classes: [String]
    var tooltip: String
    var boxes: [Box] = []
    var words: [String] = []

    /// The largest box in it: its bar.
    var bar: Box? { boxes.max { $0.width * $0.height < $1.width * $1.height } }
  }

  struct Box: Hashable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    var right: Double { x + width }
  }

  let elements: XMLElements
  let marks: [Mark]

  /// Reads a document; nil if it isn't well-formed.
  init?(_ svg: String) {
    guard let elements = XMLElements(svg) else { return nil }
    self.elements = elements
    var marks: [Mark] = []
    for element in elements.all {
      switch element.name {
      case "g":
        let classes = element.attributes["class", default: ""].split(separator: " ")
        marks.append(
          Mark(id: element.attributes["id"], classes: classes.map(String.init), tooltip: "")
        )
      case "title" where !marks.isEmpty && element.path.last == "g":
        marks[marks.count - 1].tooltip = element.text
      case "rect" where !marks.isEmpty:
        let numbers = ["x", "y", "width", "height"].map {
          Double(element.attributes[$0] ?? "") ?? 0
        }
        marks[marks.count - 1].boxes.append(
          Box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        )
      case "text" where !marks.isEmpty:
        marks[marks.count - 1].words.append(element.text)
      default: break
      }
    }
    self.marks = marks
  }

  /// The marks of a class.
  func marks(of name: String) -> [Mark] {
    marks.filter { $0.classes.contains(name) }
  }

  /// The bar of the operation with this name.
  func bar(_ name: String) -> Box? {
    marks(of: "operation").first { $0.tooltip.split(separator: "\n").first == name[...] }?.bar
  }

  /// All words of the picture.
  var words: String {
    elements.named("text").map(\.text).joined(separator: "\n")
  }

  /// How large it is.
  var size: (width: Double, height: Double) {
    let root = elements.named("svg").first?.attributes ?? [:]
    return (Double(root["width"] ?? "") ?? 0, Double(root["height"] ?? "") ?? 0)
  }
}
