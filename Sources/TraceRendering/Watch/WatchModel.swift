import TraceAnalysis
import TraceEvents
import TraceModel

/// What a person who watches a trace sees: the trace as it was read last, and what they chose to look at.
///
/// Pure: keys and traces go in, lines come out.
package struct WatchModel: Sendable {
  /// The trace, once there is one.
  private(set) var watched: WatchedTrace?

  /// What to say while there is no trace, and what went wrong since.
  package var notice: String?

  /// The moment that is looked at; nil for the latest one.
  private(set) var chosenInstant: TraceInstant?

  /// What went on at the moment.
  private(set) var state: TraceState?

  /// The operations in the list.
  private(set) var rows: [TraceState.Operation] = []

  /// The page that is shown.
  var page = Page.overview
  /// By what the operations are sorted, and whether the other way round.
  var order = Order.time
  var isReversed = false
  /// The text that operations must have in their names, classes or queues.
  var filter = ""
  /// Whether the filter is being typed.
  var isTyping = false
  /// The operation that is chosen.
  var selection: OperationID?
  /// How many lines of a page are above the screen.
  var scroll = 0

  /// The number of rows that the last list had room for, for a page up or down.
  var pageRows = 10

  /// Pages.
  enum Page: Hashable, Sendable {
    case overview
    case operation(OperationID)
    case help
  }

  /// Orders of the operations.
  enum Order: String, CaseIterable, Sendable {
    /// What executes first, then what is queued, then what waits; each by how long.
    case time
    case name
    case queue
  }

  /// Makes a model without a trace.
  package init() {}

  /// Whether a moment is looked at, while time may go on.
  package var isPaused: Bool {
    chosenInstant != nil
  }

  /// Shows a trace that was read.
  package mutating func show(_ watched: WatchedTrace) {
    self.watched = watched
    notice = nil
    refresh()
  }

  /// The moment that is shown.
  var instant: TraceInstant {
    state?.instant ?? .zero
  }

  /// Looks at a moment that is kept; nil for the latest one.
  mutating func look(at instant: TraceInstant?) {
    chosenInstant = instant.map { instant in
      max(min(instant, watched?.trace.end ?? instant), watched?.trace.horizon?.instant ?? .zero)
    }
    refresh()
  }

  /// Finds out anew what is to be shown.
  mutating func refresh() {
    guard let watched else { return }
    let state =
      chosenInstant.map { watched.annotated.history.state(at: $0) } ?? watched.annotated.endState
    self.state = state
    rows = sorted(filtered(state.operations))
    if let id = selection, !rows.contains(where: { $0.id == id }) { selection = nil }
    if selection == nil { selection = rows.first?.id }
  }

  private func filtered(_ operations: [TraceState.Operation]) -> [TraceState.Operation] {
    guard !filter.isEmpty, let annotated = watched?.annotated else { return operations }
    let wanted = filter.lowercased()
    return operations.filter { operation in
      guard let traced = annotated.trace[operation.id] else { return false }
      let queue = operation.queue.map { annotated.name($0) } ?? ""
      return [traced.displayName, traced.className, queue]
        .contains { $0.lowercased().contains(wanted) }
    }
  }

  private func sorted(_ operations: [TraceState.Operation]) -> [TraceState.Operation] {
    var result: [TraceState.Operation]
    switch order {
    case .time:
      // Each group apart: the operations come in the order of first sight, and equal times keep it.
      result = StateWords.Group.allCases.flatMap { group in
        operations.filter { StateWords.Group($0.state) == group }
          .sorted { ($0.since, $0.id) < ($1.since, $1.id) }
      }
    case .name:
      result = sorted(operations) { watched?.trace[$0.id]?.displayName ?? "" }
    case .queue:
      result = sorted(operations) { operation in
        operation.queue.flatMap { watched?.trace[$0]?.displayName } ?? ""
      }
    }
    if isReversed { result.reverse() }
    return result
  }

  private func sorted(
    _ operations: [TraceState.Operation],
    by key: (TraceState.Operation) -> String
  ) -> [TraceState.Operation] {
    operations.map { (key($0), $0) }
      .sorted { ($0.0, $0.1.since, $0.1.id) < ($1.0, $1.1.since, $1.1.id) }
      .map(\.1)
  }
}

extension WatchModel {
  /// The screen, in exactly so many lines; they are cut to the width when they are written.
  ///
  /// Remembers how much room there was, so that a page up or down moves by that.
  package mutating func lines(columns: Int, rows: Int) -> [ScreenLine] {
    let size = Size(columns: max(1, columns), rows: max(1, rows))
    var lines: [ScreenLine]
    switch page {
    case .help:
      lines = scrolled(WatchHelp.lines, size)
    case .operation(let id):
      lines = scrolled(detailLines(of: id, size), size)
    case .overview:
      lines = overviewLines(size)
    }
    while lines.count < size.rows - 1 { lines.append(ScreenLine()) }
    lines = Array(lines.prefix(size.rows - 1))
    lines.append(footer(size))
    return lines
  }

  /// A screen's size.
  struct Size {
    var columns: Int
    var rows: Int
  }

  private mutating func scrolled(_ lines: [ScreenLine], _ size: Size) -> [ScreenLine] {
    let room = size.rows - 1
    pageRows = max(1, room - 1)
    scroll = max(0, min(scroll, lines.count - room))
    return Array(lines.dropFirst(scroll).prefix(room))
  }

  private func footer(_ size: Size) -> ScreenLine {
    if isTyping {
      var line = ScreenLine("filter: ", .bold)
      line.add(VisibleText.line(filter) + "_")
      return line
    }
    var line = ScreenLine()
    for (position, word) in footerWords.enumerated() {
      let gap = position > 0 ? 2 : 0
      guard line.columns + gap + DisplayWidth.of(word) <= size.columns else { break }
      line.pad(to: line.columns + gap)
      line.add(word, .quiet)
    }
    return line
  }

  private var footerWords: [String] {
    switch page {
    case .help, .operation: ["q back", "up/down scroll", "left/right step in time", "? help"]
    case .overview:
      [
        "q quit", "? help", isPaused ? "space latest" : "space stop here", "left/right step",
        "enter detail", "s sort: \(order.rawValue)\(isReversed ? " reversed" : "")",
        filter.isEmpty ? "/ filter" : "/ filter: \(VisibleText.line(filter))", "n/p stall",
      ]
    }
  }
}
