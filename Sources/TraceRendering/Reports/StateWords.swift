import TraceAnalysis
import TraceEvents
import TraceModel

/// Words for what went on at one moment of a trace.
struct StateWords {
  private let state: TraceState
  private let annotated: AnnotatedTrace

  init(_ state: TraceState, of annotated: AnnotatedTrace) {
    self.state = state
    self.annotated = annotated
  }

  /// What operations are listed under, in the order in which one wants to read it.
  enum Group: CaseIterable {
    case executing
    case queued
    case waiting
    case notEnqueued

    init(_ state: OperationState?) {
      self =
        switch state {
        case .executing: .executing
        case .queueSuspended, .waitingForSlot, .dispatch: .queued
        case .waitingForDependencies: .waiting
        case nil: .notEnqueued
        }
    }

    /// What stands above them.
    var heading: String {
      switch self {
      case .executing: "executing"
      case .queued: "queued"
      case .waiting: "waiting"
      case .notEnqueued: "in no queue, not started"
      }
    }
  }

  /// The moment in seconds, with no more decimals than it has, to the microsecond.
  var moment: String {
    var text = DurationText.seconds(state.instant.nanoseconds, decimals: 6)
    while text.hasSuffix("0"), !text.hasSuffix(".0") { text.removeLast() }
    return text.hasSuffix(".0") ? "\(text.dropLast(2)) s" : "\(text) s"
  }

  /// How many operations there had been, and how many were in which state.
  var totals: String {
    var counts: [Group: Int] = [:]
    for operation in state.operations { counts[Group(operation.state), default: 0] += 1 }
    let dropped = state.droppedCount
    let begun = CountText.of(state.begunCount + dropped, "operation")
    let kept = dropped > 0 ? " (\(CountText.grouped(state.begunCount)) kept)" : ""
    var parts = ["\(CountText.grouped(state.finishedCount + dropped)) finished"]
    for group in [Group.executing, .queued, .waiting] {
      parts.append("\(CountText.grouped(counts[group] ?? 0)) \(group.heading)")
    }
    return "\(begun) so far\(kept): \(parts.joined(separator: ", "))"
  }

  /// A thread, told by its number: workers share their names.
  func thread(_ id: ThreadID) -> String {
    let name = annotated.trace.visibleName(of: id, charset: annotated.charset)
    return name == "main" ? "main thread" : "thread \(id.rawValue)"
  }

  /// What a queue's suspension and barriers are.
  func remarks(on queue: TraceState.Queue) -> String {
    var parts: [String] = []
    if let since = queue.suspendedSince {
      parts.append("suspended for \(annotated.duration(state.instant.nanoseconds(since: since)))")
    }
    if let barrier = queue.barriers.first {
      let name = barrier.operation.map { annotated.name($0) } ?? "barrier block \(barrier.number)"
      let runs = barrier.began ?? state.instant
      var words = name + (barrier.began != nil && runs <= state.instant ? " runs" : " waits to run")
      if queue.barriers.count > 1 {
        words += ", \(CountText.grouped(queue.barriers.count - 1)) more behind it"
      }
      parts.append(words)
    }
    return parts.joined(separator: "; ")
  }

  /// Where an operation was and what kept it, in so many columns.
  func remark(on operation: TraceState.Operation, columns: Int) -> String {
    var parts: [String] = []
    if operation.isCancelled { parts.append("cancelled") }
    if let thread = operation.thread { parts.append(self.thread(thread)) }
    if let queue = operation.queue { parts.append(annotated.name(queue, atMost: 24)) }
    let place = parts.joined(separator: ", ")
    let cause = self.cause(of: operation, columns: columns - DisplayWidth.of(place) - 2)
    guard let cause else { return place }
    // What keeps it matters more than where it is.
    return place.isEmpty ? cause : "\(cause); \(place)"
  }

  /// What kept an operation; nil when there is no more to say than its state does.
  func cause(of operation: TraceState.Operation, columns: Int) -> String? {
    guard let cause = state.cause(of: operation.id) else { return nil }
    switch cause {
    case .executing, .neverEnqueued:
      return nil
    case .dependencies(let ids) where ids.count > 1:
      let names = ids.prefix(6).map { annotated.name($0, atMost: 24) }
      let lists = [5, 3, 2, 1].map {
        "waits for " + CountText.list(names, of: ids.count, atMost: $0)
      }
      return lists.first { DisplayWidth.of($0) <= columns } ?? lists.last
    default:
      return cause.words(
        operation: { annotated.name($0, atMost: 24) },
        queue: { annotated.name($0, atMost: 24) }
      )
    }
  }

  /// What a blocked thread waited for.
  func remark(on wait: TracedWait) -> String {
    let inside = wait.waiter.map { ", inside \(annotated.name($0))" } ?? ""
    if let operation = wait.operation { return "waits for \(annotated.name(operation))\(inside)" }
    if let queue = wait.queue { return "waits for all of \(annotated.name(queue))\(inside)" }
    return "waits\(inside)"
  }

  /// How an operation had finished, to stand behind how long ago that was.
  func ending(of id: OperationID) -> String {
    guard let operation = annotated.trace[id] else { return "" }
    let executed = operation.accounting.executing
    let words = "ago: \(operation.outcome.words)"
    if executed == 0 || operation.outcome == .cancelledBeforeStart { return words }
    return "\(words), executed \(annotated.duration(executed))"
  }
}
