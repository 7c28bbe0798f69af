import TraceAnalysis
import TraceEvents
public import TraceModel

/// Writes out the critical path as a tree, the last operation first, with times that add up.
struct CriticalPathText {
  private let annotated: AnnotatedTrace
  private let account: PathAccount
  private let words: PathWords
  private let scale: TimeScale
  private let layout: PathLayout
  private let showsAll: Bool
  private var report: TextReport

  /// How many steps stand at either end where the middle is left out.
  private static let shownAtEnds = 20

  init(_ account: PathAccount, of annotated: AnnotatedTrace, style: TextStyle, showsAll: Bool) {
    self.account = account
    self.annotated = annotated
    self.showsAll = showsAll
    words = PathWords(account, of: annotated)
    let duration = annotated.trace.durationNanoseconds
    // In the unit of the path; but of one that is short beside the recording, not in too many digits.
    let length = max(account.nanoseconds, duration / 10_000)
    scale = TimeScale(length, parts: account.parts.count, charset: style.charset)
    layout = PathLayout(style, scale: scale, nanoseconds: duration)
    report = TextReport(style)
    write()
  }

  /// The text; every line ends with a newline.
  var text: String {
    report.text
  }

  private mutating func write() {
    writeHead()
    guard !account.parts.isEmpty else { return }
    report.add("Times in \(scale.unit); @ is counted from the beginning of the recording.", .quiet)
    report.addGap()
    writeTree()
    writeSums()
    writePotentials()
  }

  private mutating func writeHead() {
    let trace = annotated.trace
    let program = annotated.cut(trace.header.program, to: report.style.columns - 20)
    if !VisibleText.isBlank(program) {
      let process = trace.header.processID == 0 ? "" : ", process \(trace.header.processID)"
      report.add(program + process, .bold)
    }
    report.addProblems(of: annotated)
    guard !account.parts.isEmpty else {
      report.add(
        trace.operations.isEmpty
          ? "there is no operation, so there is no critical path"
          : "nothing has finished, so there is no critical path yet"
      )
      if !unfinished.isEmpty { report.add("\(unfinishedWords); see optrace diagnose", .yellow) }
      return
    }
    let count = Set(account.steps.compactMap(\.operation)).count
    let kinds = PathAccount.Release.Kind.allCases.compactMap { kind in
      account.releases[kind].map { kind.words(count: $0) }
    }
    let by = kinds.isEmpty ? "" : ", by \(CountText.list(kinds, atMost: kinds.count))"
    let length = annotated.duration(account.nanoseconds)
    report.add("critical path \(length) in \(CountText.of(count, "operation"))\(by)")
  }

  /// What had not finished at the end.
  private var unfinished: [OperationID] {
    annotated.trace.operations.filter { $0.outcome == .unfinished }.map(\.id)
  }

  private var unfinishedWords: String {
    let names = unfinished.prefix(3).map(words.name)
    let count = CountText.of(unfinished.count, "operation")
    return "\(count) had not finished: \(CountText.list(names, of: unfinished.count, atMost: 2))"
  }
}

// MARK: - The tree

extension CriticalPathText {
  private mutating func writeTree() {
    let recorded = scale.steps(annotated.trace.durationNanoseconds)
    let (begin, end) = (
      scale.steps(account.start.nanoseconds), scale.steps(account.end.nanoseconds)
    )
    write(at: end, length: recorded - end, tree: "", "after the last finish", .quiet)
    if !unfinished.isEmpty {
      report.add("\(unfinishedWords); see optrace diagnose", .yellow, indent: layout.treeStart)
    }
    let steps = account.steps.indices.reversed()
    let hidden = hiddenSteps
    var depth = 0
    for number in steps {
      if let hidden, hidden.contains(number) {
        if number == hidden.upperBound - 1 { writeLeftOut(hidden) }
        continue
      }
      // The program stands between two operations, and is no operation itself.
      if account.steps[number].operation == nil {
        let next = number + 1 < account.steps.count ? account.steps[number + 1].operation : nil
        writeProgram(account.steps[number], before: next, depth: max(0, depth - 1))
      } else {
        write(account.steps[number], depth: depth)
        depth += 1
      }
    }
    write(at: 0, length: begin, tree: "", beforeWords, .quiet)
    write(length: recorded, tree: "", "recorded", .bold)
  }

  private var beforeWords: String {
    annotated.trace.horizon == nil
      ? "before the first operation" : "before what was kept of it"
  }

  /// The steps that are left out, as the way through them is too long to read.
  private var hiddenSteps: Range<Int>? {
    let ends = Self.shownAtEnds
    let isLong = account.steps.count > 2 * ends + 2
    return isLong && !showsAll ? ends..<account.steps.count - ends : nil
  }

  private mutating func write(_ step: PathAccount.Step, depth: Int) {
    guard let id = step.operation else { return }
    let parts = account.parts[step.parts]
    let execution = parts.last { $0.state == .executing }
    let instant = execution?.start ?? parts.last?.end ?? account.end
    let queue = words.queue(of: id).map { "  \($0)" } ?? ""
    write(
      at: scale.steps(instant.nanoseconds),
      length: execution.map(length) ?? 0,
      tree: layout.branch(depth),
      annotated.name(id, atMost: layout.nameColumns(depth)),
      .bold,
      remark: queue
    )
    let gap = layout.gap(depth)
    for part in parts.reversed() where part != execution {
      write(
        at: scale.steps(part.start.nanoseconds),
        length: length(part),
        tree: gap,
        { $0.wait(part, of: id) },
        part.state.look
      )
    }
    if let release = step.release { write(tree: gap, { $0.release(release, of: id) }, nil) }
  }

  private mutating func writeProgram(
    _ step: PathAccount.Step,
    before next: OperationID?,
    depth: Int
  ) {
    let gap = layout.gap(depth)
    for part in account.parts[step.parts].reversed() {
      write(
        at: scale.steps(part.start.nanoseconds),
        length: length(part),
        tree: gap,
        { $0.wait(part, of: nil) },
        part.state.look
      )
    }
    // It was the thread that enqueued what comes next.
    if let release = step.release { write(tree: gap, { $0.release(release, of: next) }, nil) }
  }

  /// One line for the steps that are left out, with their time, and one for the longest of their parts.
  private mutating func writeLeftOut(_ hidden: Range<Int>) {
    let range =
      account.steps[hidden.lowerBound].parts
      .lowerBound..<account.steps[hidden.upperBound - 1].parts
      .upperBound
    let parts = account.parts[range]
    guard let first = parts.first, let last = parts.last else { return }
    let (start, end) = (scale.steps(first.start.nanoseconds), scale.steps(last.end.nanoseconds))
    let count = account.steps[hidden].count { $0.operation != nil }
    write(
      at: start,
      length: end - start,
      tree: layout.ellipsis,
      "\(CountText.of(count, "operation")) left out; --all shows them",
      .yellow
    )
    let longest = account.steps[hidden].max { executed($0) < executed($1) }
    guard let longest, let id = longest.operation, executed(longest) > 0 else { return }
    let length = scale.text(executed(longest))
    write(tree: layout.ellipsis, "the longest: \(words.name(id)), \(length)", .quiet)
  }

  private func executed(_ step: PathAccount.Step) -> UInt64 {
    account.parts[step.parts].last { $0.state == .executing }?.nanoseconds ?? 0
  }

  /// The length of a part as it is printed: between its moments as they are printed.
  private func length(_ part: PathAccount.Part) -> UInt64 {
    scale.steps(part.end.nanoseconds) - scale.steps(part.start.nanoseconds)
  }

  private mutating func write(
    at moment: UInt64? = nil,
    length: UInt64? = nil,
    tree: String,
    _ text: String,
    _ look: StyledLine.Look?,
    remark: String = ""
  ) {
    write(at: moment, length: length, tree: tree, { _ in text }, look, remark: remark)
  }

  private mutating func write(
    at moment: UInt64? = nil,
    length: UInt64? = nil,
    tree: String,
    _ text: (PathWords) -> String,
    _ look: StyledLine.Look?,
    remark: String = ""
  ) {
    var line = StyledLine(report.style)
    if let moment { layout.addMoment(scale.text(steps: moment), to: &line) }
    if let length { layout.addLength(scale.text(steps: length), to: &line) }
    line.pad(to: layout.treeStart)
    line.add(tree, .quiet)
    let room = max(4, report.style.columns - line.columns)
    line.add(annotated.cut(words.fitting(room, text), to: room), look)
    if DisplayWidth.of(remark) <= report.style.columns - line.columns { line.add(remark, .quiet) }
    report.add(line)
  }
}

// MARK: - The tables

extension CriticalPathText {
  private mutating func writeSums() {
    var sums: [PathAccount.State: UInt64] = [:]
    for part in account.parts { sums[part.state, default: 0] += length(part) }
    let states = PathAccount.State.allCases.filter { sums[$0] != nil }
    let lengths = states.map { sums[$0] ?? 0 }
    var table = TextTable(["on the critical path", scale.unit, "share"])
    for (state, share) in zip(states, ShareText.percents(lengths)) {
      table.add([state.words, scale.text(steps: sums[state] ?? 0), share])
    }
    let total = lengths.reduce(0, +)
    table.add(["total", scale.text(steps: total), ShareText.percents([total])[0]])
    report.addGap()
    table.write(to: &report)
  }

  /// The operations without which the run would have ended much sooner.
  private mutating func writePotentials() {
    let slack = SlackTable(of: annotated.trace, criticalPath: annotated.criticalPath)
    let operations = Set(account.steps.compactMap(\.operation))
    let least = max(1, account.nanoseconds / 100)
    let best = operations.map { (id: $0, nanoseconds: slack.potential(of: $0)) }
      .filter { $0.nanoseconds >= least }
      .sorted { ($1.nanoseconds, $0.id) < ($0.nanoseconds, $1.id) }
      .prefix(5)
    guard !best.isEmpty else { return }
    var table = TextTable(["had it taken no time", "sooner by, \(scale.unit)"])
    for entry in best {
      table.add([annotated.name(entry.id), scale.text(entry.nanoseconds)])
    }
    report.addGap()
    table.write(to: &report)
  }
}

extension Trace {
  /// The critical path as a tree, for a terminal: the last operation first, and beneath each what it waited for.
  ///
  /// All times are in one unit, and what is printed adds up: to the path, and with what lies before and after it to the
  /// recording. Names are made safe to show and cut in the middle; no line is wider than the style's width.
  ///
  /// - Parameters:
  ///   - style: Width, charset and colours.
  ///   - showsAll: Whether the middle of a long path is shown, too, instead of a line that stands for it.
  /// - Returns: The text; every line of it ends with a newline.
  public func criticalPathText(
    _ style: TextStyle = TextStyle(),
    showsAll: Bool = false
  ) -> String {
    let path = criticalPath
    let annotated = AnnotatedTrace(
      self,
      diagnosis: nil,
      criticalPath: path,
      charset: style.charset
    )
    let account = PathAccount(path ?? CriticalPath(segments: []), of: self)
    return CriticalPathText(account, of: annotated, style: style, showsAll: showsAll).text
  }
}
