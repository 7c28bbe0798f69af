import TraceAnalysis
import TraceEvents
import TraceModel

extension WatchModel {
  /// Does what a key says.
  ///
  /// - Returns: Whether to go on; false when the key quits.
  package mutating func press(_ key: WatchKey) -> Bool {
    if isTyping {
      type(key)
      return true
    }
    switch key {
    case .character("q"), .character("Q"):
      if page == .overview { return false }
      show(.overview)
    case .escape:
      if page == .overview {
        setFilter("")
      } else {
        show(.overview)
      }
    case .character("?"), .character("h"):
      show(page == .help ? .overview : .help)
    case .enter:
      if case .overview = page, let selection {
        show(.operation(selection))
      } else {
        show(.overview)
      }
    case .character("/"):
      show(.overview)
      isTyping = true
    case .character("s"):
      let orders = Order.allCases
      let place = orders.firstIndex(of: order) ?? 0
      order = orders[(place + 1) % orders.count]
      refresh()
    case .character("r"):
      isReversed.toggle()
      refresh()
    default:
      if !move(by: key) { step(by: key) }
    }
    return true
  }

  private mutating func show(_ page: Page) {
    self.page = page
    scroll = 0
  }

  // MARK: The filter

  private mutating func type(_ key: WatchKey) {
    switch key {
    case .enter: isTyping = false
    case .escape:
      isTyping = false
      setFilter("")
    case .backspace: setFilter(String(filter.dropLast()))
    case .character(let character): setFilter(filter + String(character))
    default: break
    }
  }

  private mutating func setFilter(_ text: String) {
    filter = String(text.prefix(200))
    refresh()
  }

  // MARK: The list

  /// Moves within a list or page; says whether the key was one for that.
  private mutating func move(by key: WatchKey) -> Bool {
    let distance: Int
    switch key {
    case .up, .character("k"): distance = -1
    case .down, .character("j"): distance = 1
    case .pageUp: distance = -pageRows
    case .pageDown: distance = pageRows
    default: return false
    }
    guard case .overview = page else {
      scroll = max(0, scroll + distance)
      return true
    }
    guard !rows.isEmpty else { return true }
    let place = rows.firstIndex { $0.id == selection } ?? 0
    selection = rows[max(0, min(rows.count - 1, place + distance))].id
    return true
  }

  // MARK: Time

  /// Goes through time; what goes on meanwhile is looked at again after a space.
  private mutating func step(by key: WatchKey) {
    guard let trace = watched?.trace else { return }
    let large = max(1, trace.end.nanoseconds(since: trace.horizon?.instant ?? .zero) / 50)
    switch key {
    case .character(" "): look(at: isPaused ? nil : instant)
    case .left: look(at: trace.lastEvent(before: instant) ?? .zero)
    case .right: look(at: trace.firstEvent(after: instant) ?? trace.end)
    case .farLeft, .character("["):
      look(at: TraceInstant(nanoseconds: instant.nanoseconds - min(large, instant.nanoseconds)))
    case .farRight, .character("]"):
      let (sum, overflows) = instant.nanoseconds.addingReportingOverflow(large)
      look(at: TraceInstant(nanoseconds: overflows ? .max : sum))
    case .home: look(at: .zero)
    case .end: look(at: trace.end)
    case .character("n"):
      if let next = stallMoments.first(where: { $0 > instant }) { look(at: next) }
    case .character("p"):
      if let last = stallMoments.last(where: { $0 < instant }) { look(at: last) }
    default: break
    }
  }

  private var stallMoments: [TraceInstant] {
    (watched?.diagnosis.findings ?? []).filter(\.isError).map(\.since).sorted()
  }
}

extension Trace {
  /// The moment of the last thing that happened before one.
  fileprivate func lastEvent(before instant: TraceInstant) -> TraceInstant? {
    let count = eventCount { $0 < instant }
    return count > 0 ? log.events[count - 1].instant : nil
  }

  /// The moment of the first thing that happened after one.
  fileprivate func firstEvent(after instant: TraceInstant) -> TraceInstant? {
    let count = eventCount { $0 <= instant }
    return count < log.events.count ? log.events[count].instant : nil
  }

  /// How many events there are up to a moment.
  func eventCount(_ isWithin: (TraceInstant) -> Bool) -> Int {
    var (low, high) = (0, log.events.count)
    while low < high {
      let middle = (low + high) / 2
      if isWithin(log.events[middle].instant) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
