import TraceRendering

/// Watches a trace on a terminal until the person there quits.
struct WatchSession {
  private let terminal: WatchTerminal
  private let follower: FollowerThread
  private var model = WatchModel()
  private var keys = KeyReader()
  private var screen: Screen

  /// Watches a trace of this name, which must be safe to show.
  init(_ terminal: WatchTerminal, _ follower: FollowerThread, name: String, usesColor: Bool) {
    self.terminal = terminal
    self.follower = follower
    model.notice = "reading \(name)"
    screen = Screen(usesColor: usesColor)
  }

  /// How long an escape that nothing follows is waited for, in milliseconds.
  private static let escapeDelay: Int32 = 50

  /// Runs until a key quits, or the terminal is gone.
  mutating func run() {
    while true {
      guard draw() else { return }
      let delay = keys.isWaiting ? Self.escapeDelay : -1
      let arrival = terminal.wait(milliseconds: delay, or: follower.news)
      if arrival.isGone { return }
      if arrival.isChanged { screen.invalidate() }
      if arrival.hasNews { takeNews() }
      let pressed =
        arrival.bytes.isEmpty && keys.isWaiting ? keys.flush() : keys.read(arrival.bytes)
      for key in pressed where !model.press(key) { return }
      follower.rest(model.isPaused)
    }
  }

  private mutating func takeNews() {
    switch follower.take() {
    case .trace(let watched): model.show(watched)
    case .absent(let words), .over(let words): model.notice = words
    case .unchanged, nil: break
    }
  }

  /// Draws what has changed; says whether the terminal took it.
  private mutating func draw() -> Bool {
    guard terminal.isTaken else {
      screen.invalidate()
      return true
    }
    let size = terminal.size
    let lines = model.lines(columns: size.columns, rows: size.rows)
    return terminal.write(screen.update(lines, columns: size.columns, rows: size.rows)) == 0
  }
}
