/// Where things stand in the lines of a critical path: two columns of times, and a tree that gets no deeper than there is room.
struct PathLayout {
  /// Where the tree begins.
  let treeStart: Int

  private let style: TextStyle
  private let timeColumns: Int
  private let deepest: Int

  /// The layout for times up to a length.
  init(_ style: TextStyle, scale: TimeScale, nanoseconds: UInt64) {
    self.style = style
    timeColumns = scale.text(nanoseconds).count + 1
    treeStart = 2 * timeColumns + 4
    deepest = min(20, max(1, (style.columns - treeStart - 44) / 2))
  }

  /// Adds a moment, flush right in its column.
  func addMoment(_ text: String, to line: inout StyledLine) {
    line.pad(to: timeColumns - text.count - 1)
    line.add("@\(text)", .quiet)
  }

  /// Adds a length of time, flush right in its column.
  func addLength(_ text: String, to line: inout StyledLine) {
    line.pad(to: 2 * timeColumns + 2 - text.count - 1)
    line.add("+\(text)")
  }

  /// What stands before an operation at a depth of the tree.
  func branch(_ depth: Int) -> String {
    let depth = min(depth, deepest)
    guard depth > 0 else { return "" }
    return String(repeating: " ", count: 2 * depth - 2) + (isASCII ? "`-" : "└─")
  }

  /// What stands before what an operation at a depth of the tree waited for.
  func gap(_ depth: Int) -> String {
    String(repeating: " ", count: 2 * min(depth, deepest)) + (isASCII ? "| " : "│ ")
  }

  /// What stands before the line for what is left out.
  var ellipsis: String {
    isASCII ? ": " : "⋮ "
  }

  /// The columns that a name may take at a depth of the tree.
  func nameColumns(_ depth: Int) -> Int {
    max(8, min(40, style.columns - treeStart - 2 * min(depth, deepest)))
  }

  private var isASCII: Bool {
    style.charset == .ascii
  }
}
