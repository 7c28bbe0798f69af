import TraceAnalysis
import TraceEvents
import TraceModel

/// Something that a rule found, in a document.
struct FindingEntry: Codable, Hashable {
  var rule: String
  var severity: String
  var certainty: String
  var allowed: Bool
  var sinceNanoseconds: UInt64
  var durationNanoseconds: UInt64?
  var sentence: String
  var proof: [String]
  var edges: [EdgeEntry]
  var advice: String
  var operations: [OperationReference]
  var queues: [QueueReference]
  var blocked: [BlockedEntry]
  var stacks: [StackEntry]

  init(_ finding: Finding, in trace: Trace) {
    rule = finding.rule
    severity = finding.severity.rawValue
    certainty = finding.certainty.rawValue
    allowed = finding.isAllowed
    sinceNanoseconds = finding.since.nanoseconds
    if finding.severity == .error {
      // A stall is told because it goes on.
      durationNanoseconds = trace.end.nanoseconds(since: finding.since)
    }
    sentence = finding.sentence
    proof = finding.proof
    edges = finding.edges.map { EdgeEntry($0, in: trace) }
    advice = finding.advice
    operations = finding.operations.map { OperationReference($0, in: trace) }
    queues = finding.queues.map { QueueReference($0, in: trace) }
    let behindBarriers = Set(finding.blockedByBarrier)
    blocked = finding.blocked.map { id in
      let rule: Finding.Consequence =
        behindBarriers.contains(id) ? .barrierBlocked : .blockedByStall
      return BlockedEntry(OperationReference(id, in: trace), rule: rule.rawValue)
    }
    stacks = (finding.operations + finding.blocked).compactMap { id in
      trace.stacks[id].map { StackEntry($0, of: OperationReference(id, in: trace)) }
    }
  }
}

/// An operation that a finding holds up, and what the catalogue calls that.
struct BlockedEntry: Codable, Hashable {
  var id: UInt32
  var name: String
  var className: String?
  var rule: String

  init(_ operation: OperationReference, rule: String) {
    id = operation.id
    name = operation.name
    className = operation.className
    self.rule = rule
  }

  private enum CodingKeys: String, CodingKey {
    case id, name, rule
    case className = "class"
  }
}

/// One step of a proof: something waits for something else.
struct EdgeEntry: Codable, Hashable {
  var from: Subject
  var to: Subject
  var reason: String

  /// An operation, a queue or a thread: one of the three is there.
  struct Subject: Codable, Hashable {
    var operation: OperationReference?
    var queue: QueueReference?
    var thread: ThreadReference?
  }

  init(_ edge: ProofEdge, in trace: Trace) {
    from = Subject(edge.source, in: trace)
    to = Subject(edge.target, in: trace)
    reason = edge.reason.rawValue
  }
}

extension EdgeEntry.Subject {
  fileprivate init(_ subject: ProofEdge.Subject, in trace: Trace) {
    switch subject {
    case .operation(let id): self.init(operation: OperationReference(id, in: trace))
    case .queue(let id): self.init(queue: QueueReference(id, in: trace))
    case .thread(let id): self.init(thread: ThreadReference(id, in: trace))
    }
  }
}

/// Where the thread of an operation was found.
struct StackEntry: Codable, Hashable {
  var operation: OperationReference
  var atNanoseconds: UInt64
  var systemCall: String?
  var frames: [Frame]

  /// A call on the stack, the innermost first.
  struct Frame: Codable, Hashable {
    var function: String?
    var file: String?
    var line: Int?
    var module: String?
    var offset: UInt64?
  }

  init(_ traced: TracedStack, of operation: OperationReference) {
    self.operation = operation
    atNanoseconds = traced.instant.nanoseconds
    systemCall = traced.stack.systemCall
    frames = traced.stack.frames.map { frame in
      Frame(
        function: frame.function,
        file: frame.file,
        line: frame.line,
        module: frame.module,
        offset: frame.offset
      )
    }
  }
}
