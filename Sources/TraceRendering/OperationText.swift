import TraceEvents
import TraceModel

/// What a picture says about an operation in its few words.
struct OperationText: Hashable {
  /// The operation's name, at most 32 characters.
  var name: String
  /// What it is: its class, and its priority when that is not the normal one.
  var kind: String
  /// How it went: the time it took, or a word for what else became of it.
  var status: String
  /// More about that: what it waited, or what it waits for.
  var remark: String
  /// Whether the name is struck through, as it was cancelled.
  var isStruck: Bool
  /// The look that goes with it.
  var look: Look

  /// Looks of an operation; each is also told by a word, a weight or a dash.
  enum Look: Hashable {
    case plain
    case stalled
    case failed
    case cancelled
    case pending
  }

  /// Makes a text of its parts.
  init(name: String, kind: String, status: String, remark: String, isStruck: Bool, look: Look) {
    self.name = name
    self.kind = kind
    self.status = status
    self.remark = remark
    self.isStruck = isStruck
    self.look = look
  }

  init(_ operation: TracedOperation, in annotated: AnnotatedTrace) {
    name = annotated.name(operation.id)
    isStruck = operation.milestones.cancelled != nil
    kind = annotated.cut(operation.visibleClass(charset: annotated.charset), to: 28)
    if let priority = operation.priorityInWords { kind += ", \(priority)" }
    let executed = annotated.duration(operation.accounting.executing)
    switch operation.outcome {
    case .succeeded:
      look = .plain
      status = operation.milestones.started == nil ? "never started" : executed
      remark = OperationText.waited(operation, in: annotated)
    case .failed:
      look = .failed
      status = "FAILED \(executed)"
      let message = annotated.cut(operation.failure ?? "", to: 32)
      remark =
        VisibleText.isBlank(message) ? OperationText.waited(operation, in: annotated) : message
    case .cancelledBeforeStart:
      look = .cancelled
      status = "cancelled"
      remark = OperationText.cancelled(operation, in: annotated) + "never ran"
    case .cancelledWhileExecuting:
      look = .cancelled
      status = "cancelled"
      remark = "executed \(executed)" + OperationText.ranOn(operation, in: annotated)
    case .unfinished where annotated.isStuck(operation.id):
      look = .stalled
      status = operation.milestones.cancelled == nil ? "STALLED" : "STALLED, cancelled"
      remark = OperationText.pending(operation, in: annotated)
    case .unfinished:
      look = .pending
      let state = operation.milestones.started == nil ? "waiting" : "executing"
      status = operation.milestones.cancelled == nil ? state : "cancelled"
      remark = OperationText.pending(operation, in: annotated)
    }
  }

  /// What keeps one that has not finished, and for how long where the words leave room for it.
  private static func pending(_ operation: TracedOperation, in annotated: AnnotatedTrace) -> String
  {
    guard let cause = annotated.endState.cause(of: operation.id) else { return "" }
    let since = operation.intervals.last?.start ?? operation.milestones.seen
    let lasted = annotated.duration(annotated.trace.end.nanoseconds(since: since))
    return switch cause {
    case .executing: "executing \(lasted)"
    case .startReturned: "executing \(lasted), no finish"
    default:
      cause.words(
        operation: { annotated.name($0, atMost: 24) },
        queue: { annotated.name($0, atMost: 24) }
      )
    }
  }

  /// What it waited in all, and for what when that was not for dependencies alone.
  private static func waited(_ operation: TracedOperation, in annotated: AnnotatedTrace) -> String {
    let accounting = operation.accounting
    let total = accounting.waiting
    let states = OperationState.allCases.filter { $0 != .executing }
    guard total > 0, let main = states.max(by: { accounting[$0] < accounting[$1] }) else {
      return "waited 0 ms"
    }
    let waited = "waited \(annotated.duration(total))"
    // A dispatch of microseconds is no news.
    if total < accounting.executing / 20 { return waited }
    if Double(accounting[main]) >= 0.9 * Double(total) {
      return main == .waitingForDependencies ? waited : "\(waited) \(word(for: main))"
    }
    let other = states.filter { $0 != .waitingForDependencies && accounting[$0] * 10 >= total }
      .max { accounting[$0] < accounting[$1] }
    guard let other else { return waited }
    return "\(waited), \(annotated.duration(accounting[other])) \(word(for: other))"
  }

  private static func word(for state: OperationState) -> String {
    switch state {
    case .waitingForDependencies: "for dependencies"
    case .queueSuspended: "suspended"
    case .waitingForSlot: "for a slot"
    case .dispatch: "in dispatch"
    case .executing: "executing"
    }
  }

  /// Who cancelled it or, where no operation did, when that was.
  private static func cancelled(_ operation: TracedOperation, in annotated: AnnotatedTrace)
    -> String
  {
    if let canceller = operation.canceller, canceller != operation.id {
      return "by \(annotated.name(canceller, atMost: 20)), "
    }
    guard let cancelled = operation.milestones.cancelled,
      let enqueued = operation.milestones.enqueued
    else { return "" }
    if cancelled <= enqueued { return "before enqueue, " }
    return "after \(annotated.duration(cancelled.nanoseconds(since: enqueued))), "
  }

  private static func ranOn(_ operation: TracedOperation, in annotated: AnnotatedTrace) -> String {
    guard let cancelled = operation.milestones.cancelled,
      let finished = operation.milestones.finished
    else { return "" }
    return ", \(annotated.duration(finished.nanoseconds(since: cancelled))) of it after"
  }
}
