import TraceAnalysis
import TraceEvents
import TraceModel

/// What is said about the parts of a critical path.
struct PathWords {
  private let annotated: AnnotatedTrace
  private let account: PathAccount
  /// The most columns of an operation's name.
  private var nameLimit = 32

  init(_ account: PathAccount, of annotated: AnnotatedTrace) {
    self.account = account
    self.annotated = annotated
  }

  /// A sentence with names so short that it is no wider than so many columns, if it can be.
  func fitting(_ columns: Int, _ sentence: (PathWords) -> String) -> String {
    var words = self
    while true {
      let text = sentence(words)
      if words.nameLimit <= 8 || DisplayWidth.of(text) <= columns { return text }
      words.nameLimit -= 4
    }
  }

  /// An operation as it stands in a sentence: in quotes where it could be taken for a part of it.
  func name(_ id: OperationID) -> String {
    let name = annotated.name(id, atMost: nameLimit)
    return name.contains(" ") ? "\"\(name)\"" : name
  }

  /// Which queue, such as "queue images"; nil for an operation that is in none.
  func queue(of id: OperationID) -> String? {
    guard let queue = annotated.trace[id]?.queue else { return nil }
    if annotated.trace[queue]?.isMain == true { return "the main queue" }
    let name = annotated.name(queue, atMost: 24)
    return name.hasPrefix("queue ") ? name : "queue \(name)"
  }

  /// What an operation waited for in a part of its time.
  func wait(_ part: PathAccount.Part, of id: OperationID?) -> String {
    guard let id else { return "the program had not enqueued it yet" }
    switch part.state {
    case .executing: return "executing"
    case .dispatch: return "dispatch: ready, no thread yet"
    case .waitingForSlot: return "a slot of \(queue(of: id) ?? "its queue")"
    case .queueSuspended:
      let actor = account.suspender(of: id, in: part).map { ", by \(name($0))" } ?? ""
      return "\(queue(of: id) ?? "its queue") was suspended\(actor)"
    case .waitingForDependencies:
      switch account.readiness(of: id, in: part) {
      case .barrierBlock: return "a barrier block of \(queue(of: id) ?? "its queue")"
      case .isReady: return "its own isReady"
      case .cancellation: return "not ready, until it was cancelled"
      case nil: return "not ready; for what is not recorded"
      }
    case .notEnqueued: return "the program had not enqueued it yet"
    }
  }

  /// Who let an operation begin.
  func release(_ release: PathAccount.Release, of id: OperationID?) -> String {
    let source = name(release.source)
    switch release.kind {
    case .dependency: return "its dependency \(source) finished"
    case .barrier:
      let isBarrier = annotated.trace[release.source]?.isBarrier ?? false
      return isBarrier ? "its barrier \(source) finished" : "as a barrier it waited for \(source)"
    case .slot:
      let queue = queue(of: release.source) ?? "its queue"
      return "\(source) left a slot of \(queue)"
    case .wait: return "it waited inside until \(source) had finished"
    case .enqueue: return "\(source) enqueued it"
    case .cancellation: return "\(source) cancelled it"
    case .finish: return "\(source) finished it"
    case .resume:
      return "\(source) resumed \(id.flatMap { queue(of: $0) } ?? "its queue")"
    case .program:
      let thread = id.flatMap { annotated.trace[$0]?.enqueueThread }
      let who = thread.map { annotated.cut(annotated.trace.visibleName(of: $0), to: 24) }
      return "\(who ?? "the program") had waited for \(source)"
    }
  }
}

extension PathAccount.State {
  /// What it is called in a table.
  var words: String {
    switch self {
    case .executing: "executing"
    case .waitingForSlot: "waiting for a slot"
    case .dispatch: "dispatch: no thread yet"
    case .queueSuspended: "queue suspended"
    case .waitingForDependencies: "not ready"
    case .notEnqueued: "not enqueued yet"
    }
  }

  /// The colour that the timeline has for it.
  var look: StyledLine.Look? {
    switch self {
    case .executing: nil
    case .waitingForSlot: .yellow
    case .dispatch: .cyan
    case .queueSuspended: .magenta
    case .waitingForDependencies, .notEnqueued: .quiet
    }
  }
}

extension PathAccount.Release.Kind {
  /// How often the path went on in this way, such as "3 dependencies".
  func words(count: Int) -> String {
    switch self {
    case .dependency: CountText.of(count, "dependency", "dependencies")
    case .barrier: CountText.of(count, "barrier")
    case .slot: CountText.of(count, "slot")
    case .wait: CountText.of(count, "wait inside", "waits inside")
    case .enqueue: CountText.of(count, "enqueue")
    case .cancellation: CountText.of(count, "cancellation")
    case .finish: CountText.of(count, "finish", "finishes")
    case .resume: CountText.of(count, "resume")
    case .program: CountText.of(count, "wait of the program", "waits of the program")
    }
  }
}
