/// The page that says what the keys do.
enum WatchHelp {
  /// The lines.
  static var lines: [ScreenLine] {
    var lines = [ScreenLine("Keys", .bold)]
    for (keys, meaning) in keys {
      var line = ScreenLine("  ")
      line.add(keys, .bold)
      line.pad(to: 18)
      line.add(meaning)
      lines.append(line)
    }
    lines.append(ScreenLine())
    lines += notes.map { ScreenLine($0) }
    return lines
  }

  private static let keys = [
    ("q", "quit; from another page: back"),
    ("space", "stop at this moment; again: the latest one"),
    ("left, right", "to the event before, to the next event"),
    ("[ ] shift-arrow", "a fiftieth of the run back or on"),
    ("Home, End", "to the beginning, to the end"),
    ("n, p", "to the next stall, to the one before"),
    ("up, down, k, j", "choose an operation; PageUp and PageDown by pages"),
    ("Enter", "all about the operation: why, times, edges, its thread"),
    ("/", "show what has a text in its name, class or queue; Esc: all"),
    ("s, r", "sort by another key, the other way round"),
    ("?", "this page"),
  ]

  private static let notes = [
    "What executes comes first, then what is queued, then what waits.",
    "Red is stalled, or keeps others; at a moment of the past: what stalled later.",
    "The program is not touched: its file is read, less often when it is large.",
  ]
}
