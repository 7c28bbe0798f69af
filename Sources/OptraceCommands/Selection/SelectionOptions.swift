import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering

/// The options by which every view of a trace is narrowed, and what they say about a trace.
struct SelectionOptions {
  private static let focus = CommandOption(
    "focus",
    placeholder: "FILTER",
    help: "only what FILTER holds for, such as thumbnail, Upload*, queue:net or 'wait>1s'"
  )
  private static let ancestors = CommandOption(
    "ancestors",
    help: "and what those waited for"
  )
  private static let descendants = CommandOption(
    "descendants",
    help: "and what waited for those"
  )
  private static let depth = CommandOption(
    "depth",
    placeholder: "N",
    help: "no further than N edges away; without the two above in both directions"
  )
  private static let queue = CommandOption(
    "queue",
    placeholder: "NAME",
    isRepeatable: true,
    help: "only in the queue NAME, which may be a pattern; may be repeated"
  )
  private static let between = CommandOption(
    "between",
    placeholder: "T1 T2",
    help: "only what waited or executed between two moments, such as 1.2s 3s, or -5s end"
  )
  private static let only = CommandOption(
    "only",
    placeholder: "KIND",
    isRepeatable: true,
    help: "only stalled, critical, cancelled or failed ones; may be repeated"
  )

  /// The options, for a command's usage.
  static let all = [focus, ancestors, descendants, depth, queue, between, only]

  /// What to say about them in a command's help.
  static let discussion = """
    A FILTER is made of conditions with and, or, not and parentheses between them: thumbnail (in a name or class), \
    "load 1", Upload* (the whole name), #12, name:, class:, queue:, thread: or note: with a text (or name="load 1" for \
    the whole of it), is:stalled (or critical, \
    cancelled, failed, succeeded, unfinished, executing, barrier, asynchronous), and execution, wait, elapsed, slack or \
    potential compared with a length of time, such as execution>20ms.
    """

  /// The kinds that `--only` knows.
  private static let kinds: [OperationTrait] = [.stalled, .critical, .cancelled, .failed]

  private let arguments: ParsedArguments
  private let usage: CommandUsage
  private let focus: OperationFilter?
  private let depth: Int?
  private let traits: Set<OperationTrait>
  private let moments: [MomentWord]

  /// Reads what can be read without a trace.
  init(_ arguments: ParsedArguments, of usage: CommandUsage) throws(CommandFailure) {
    self.arguments = arguments
    self.usage = usage
    focus = try Self.filter(arguments.values[Self.focus.name], option: Self.focus, of: usage)
    depth = try arguments.number(
      Self.depth,
      of: usage,
      from: 0...1_000_000_000,
      expected: "a number of edges"
    )
    traits = try Self.traits(arguments.lists[Self.only.name] ?? [], of: usage)
    moments = try Self.moments(arguments.lists[Self.between.name] ?? [], of: usage)
    let relations = [Self.ancestors, Self.descendants].filter {
      arguments.flags.contains($0.name)
    }
    let needsFocus = relations.map(\.name) + (depth == nil ? [] : [Self.depth.name])
    if let name = needsFocus.first, focus == nil, traits.isEmpty {
      throw ArgumentError.wrongSetting("--\(name)", reason: "say of what by --focus FILTER")
        .failure(of: usage)
    }
  }

  /// The selection in a trace.
  func selection(in trace: Trace) throws(CommandFailure) -> TraceSelection {
    var selection = TraceSelection()
    selection.focus = focus
    selection.traits = traits
    selection.depth = depth
    selection.followsAncestors = arguments.flags.contains(Self.ancestors.name)
    selection.followsDescendants = arguments.flags.contains(Self.descendants.name)
    if depth != nil, !selection.followsAncestors, !selection.followsDescendants {
      selection.followsAncestors = true
      selection.followsDescendants = true
    }
    if let names = arguments.lists[Self.queue.name] {
      selection.queues = try queues(names, in: trace)
    }
    selection.span = try span(in: trace)
    selection.words = words
    return selection
  }

  /// The operations of a trace that are selected; what selects none is a mistake.
  func operations(in context: FilterContext) throws(CommandFailure) -> SelectedOperations {
    try operations(of: try selection(in: context.trace), in: context)
  }

  private func operations(
    of selection: TraceSelection,
    in context: FilterContext
  ) throws(CommandFailure) -> SelectedOperations {
    let selected = context.select(selection)
    guard selected.positions.isEmpty, !context.trace.operations.isEmpty else { return selected }
    throw CommandFailure(.nothingSelected, "no operation is like that: \(words)")
  }

  /// What a view of a trace is narrowed to; nil when nothing was asked for, and then no diagnosis is made.
  func view(
    of trace: Trace,
    criticalPath: CriticalPath? = nil,
    diagnosis: () -> Diagnosis
  ) throws(CommandFailure) -> NarrowedView? {
    let words = words
    guard !words.isEmpty else { return nil }
    let context = FilterContext(
      trace,
      diagnosis: diagnosis(),
      criticalPath: criticalPath ?? trace.criticalPath
    )
    let selection = try selection(in: trace)
    let selected = try operations(of: selection, in: context)
    return NarrowedView(selected, queues: selection.queues ?? [], words: words)
  }

  /// The options as they were given, for a title and for messages; empty when everything is selected.
  var words: String {
    let given = Self.all.compactMap { option -> String? in
      let values =
        arguments.values[option.name].map { [$0] } ?? arguments.lists[option.name] ?? []
      if values.isEmpty {
        return arguments.flags.contains(option.name) ? "--\(option.name)" : nil
      }
      let shown = values.map { VisibleText.line($0) }
      if option.isRepeatable {
        return shown.map { "--\(option.name) \($0)" }.joined(separator: " ")
      }
      return "--\(option.name) \(shown.joined(separator: " "))"
    }
    return given.joined(separator: " ")
  }
}

// MARK: - Reading the values

extension SelectionOptions {
  private static func filter(
    _ text: String?,
    option: CommandOption,
    of usage: CommandUsage
  ) throws(CommandFailure) -> OperationFilter? {
    guard let text else { return nil }
    do throws(FilterError) {
      return try OperationFilter(text)
    } catch {
      throw CommandFailure(error, option: "--\(option.name)", command: usage.name)
    }
  }

  private static func traits(
    _ values: [String],
    of usage: CommandUsage
  ) throws(CommandFailure) -> Set<OperationTrait> {
    var traits: Set<OperationTrait> = []
    for word in values.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
      guard let trait = kinds.first(where: { $0.rawValue == word.lowercased() }) else {
        let known = kinds.map(\.rawValue)
        let meant = Suggestion.best(for: String(word), among: known)
        let advice =
          meant.map { "did you mean \($0)?" } ?? "there are \(CountText.list(known, atMost: 9))"
        let shown = VisibleText.line(String(word))
        throw ArgumentError.wrongSetting("--only", reason: "there is no kind '\(shown)'; \(advice)")
          .failure(of: usage)
      }
      traits.insert(trait)
    }
    return traits
  }

  private static func moments(
    _ values: [String],
    of usage: CommandUsage
  ) throws(CommandFailure) -> [MomentWord] {
    var moments: [MomentWord] = []
    for value in values {
      guard let moment = MomentWord(value) else {
        throw ArgumentError.invalidValue("--between", value: value, expected: MomentWord.expected)
          .failure(of: usage)
      }
      moments.append(moment)
    }
    return moments
  }

  private func span(in trace: Trace) throws(CommandFailure) -> ClosedRange<TraceInstant>? {
    guard moments.count == 2 else { return nil }
    do throws(MomentWord.OutOfRange) {
      let begin = try moments[0].instant(in: trace)
      let end = try moments[1].instant(in: trace)
      guard begin <= end else {
        throw MomentWord.OutOfRange(reason: "the second moment is before the first")
      }
      return begin...end
    } catch {
      throw ArgumentError.wrongSetting("--between", reason: error.reason).failure(of: usage)
    }
  }

  /// The queues of these names; where no queue has a name, those that are like it.
  private func queues(
    _ names: [String],
    in trace: Trace
  ) throws(CommandFailure) -> Set<QueueID> {
    var queues: Set<QueueID> = []
    for name in names {
      let found = trace.queues(called: name)
      guard !found.isEmpty else {
        let known = trace.queues.map(\.displayName)
        let meant = Suggestion.best(for: name, among: known)
        let advice =
          meant.map { "did you mean \($0)?" } ?? "there are \(CountText.list(known, atMost: 6))"
        throw ArgumentError.wrongSetting(
          "--queue",
          reason: VisibleText.line("there is no queue '\(name)'; \(advice)")
        )
        .failure(of: usage)
      }
      queues.formUnion(found)
    }
    return queues
  }
}

extension CommandFailure {
  /// A filter with a mistake in it: says what, and shows where.
  init(_ error: FilterError, option: String, command: String) {
    let characters = Array(error.text)
    // Long filters are cut, so that the mark stands below its place on one line of a terminal.
    let start = max(0, error.position - 50)
    let before = VisibleText.line(String(characters[start..<error.position]))
    let after = VisibleText.line(String(characters[error.position...].prefix(30)))
    let mark = String(repeating: " ", count: DisplayWidth.of(before)) + "^"
    self.init(
      .usage,
      """
      \(option): \(VisibleText.line(error.reason)); see `optrace help \(command)`
        \(before)\(after)
        \(mark)
      """
    )
  }
}
