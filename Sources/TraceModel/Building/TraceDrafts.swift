import TraceEvents

/// What the first pass keeps of an operation for the passes after it.
struct OperationDraft {
  /// Its class.
  var classID: ClassID?
  /// When its `isReady` override first said so.
  var saidReady: TraceInstant?
  /// When it was cancelled, as seen from its own life.
  var cancellation: Cancellation?
  /// Whether the program reported its failure before anyone cancelled it.
  var failedFirst = false
  /// Its place among the unfinished operations of its queue.
  var openPlace: UInt32?

  /// What an operation had reached when it was cancelled.
  enum Cancellation {
    case beforeStart
    case whileExecuting
    case afterFinish
  }
}

/// What the first pass keeps of a queue for the passes after it.
struct QueueDraft {
  /// When it was first mentioned.
  let seen: TraceInstant
  /// Its operations in the order of enqueue, as positions.
  var operations: [UInt32] = []
  /// Whether barriers became its operations late, so that the order must be made anew.
  var isOutOfOrder = false
  /// Its unfinished operations, in no order.
  var open: [UInt32] = []
  /// The operations that wait for all of it right now.
  var allWaiters: [UInt32] = []
  /// Positions in the queue's barriers by the number of the call.
  var barriersByNumber: [UInt64: Int] = [:]
  /// The last barrier that a thread added and that is nobody's yet.
  var unclaimedBarriers: [ThreadID: Int] = [:]

  init(seen: TraceInstant) {
    self.seen = seen
  }
}

/// A call that made one operation depend on another, or no longer.
struct DependencyChange {
  var dependent: UInt32
  var dependency: UInt32
  /// The identity of the dependency, to sort by.
  var dependencyID: OperationID
  /// The number of the call among all.
  var number: UInt32
  var instant: TraceInstant
  var isRemoval: Bool
}

/// An edge between positions.
struct DraftEdge {
  var source: UInt32
  var target: UInt32
  var kind: TraceEdge.Kind
}

/// What a trace knows of an operation class.
struct TracedClass {
  /// The name to show.
  var name: String
  /// What it overrides.
  var traits: TraceEvent.Flags

  /// Takes the module off a full name, and what the compiler writes where a private or local type's scope has no name.
  init(fullName: String, traits: TraceEvent.Flags) {
    self.traits = traits
    var parts: [Substring] = []
    var depth = 0
    var start = fullName.startIndex
    for index in fullName.indices {
      switch fullName[index] {
      case "<", "(": depth += 1
      case ">", ")": depth -= 1
      case "." where depth == 0:
        parts.append(fullName[start..<index])
        start = fullName.index(after: index)
      default: break
      }
    }
    parts.append(fullName[start...])
    if parts.count > 1 { parts.removeFirst() }
    parts.removeAll { $0.hasPrefix("(unknown context") }
    let name = parts.map(Self.localName).joined(separator: ".")
    self.name = name.isEmpty ? "Operation" : name
  }

  /// `Fetch` of `(Fetch in _12AB)` and of `(Fetch #1)`.
  private static func localName(_ part: Substring) -> Substring {
    guard part.hasPrefix("("), part.hasSuffix(")") else { return part }
    return part.dropFirst().dropLast().prefix { $0 != " " }
  }
}

extension TracedOperation {
  /// The name that a trace gives a class whose name with its module is this.
  package static func className(fromFull name: String) -> String {
    TracedClass(fullName: name, traits: []).name
  }
}
