package import TraceModel

import TraceEvents

/// What is kept of a run to compare it with others: what each part took, the critical path by parts, and the findings.
///
/// It does not keep the trace, so that many large ones can be compared one after the other.
package struct RunProfile: Hashable, Sendable {
  /// The name of the traced program; data from strangers.
  package var program: String

  /// What the run is called, such as the file of its trace, and data from strangers, too; nil where it has no name.
  package var name: String?

  /// From the first enqueue to the last finish, or to the end of the trace where something had not finished.
  package var wallNanoseconds: UInt64

  /// How many operations there are.
  package var operationCount: Int

  /// How many ended how.
  package var outcomes: [TracedOperation.Outcome: Int]

  /// The length of the critical path; zero when nothing finished.
  package var pathNanoseconds: UInt64

  /// How long the critical path was in each state.
  package var pathStates: [PathAccount.State: UInt64]

  /// What each part took.
  package var parts: [OperationPart: PartProfile]

  /// The parts on the critical path, in the order in which it first comes to them.
  package var path: [OperationPart]

  /// What is wrong, apart from what is allowed; each kind once.
  package var findings: [FindingProfile]

  /// Whether something of the run is missing: it was dropped, lost, or could not be read.
  package var isPartial: Bool

  /// Whether only the most recent part of it was kept.
  package var isRecentPart: Bool

  /// Whether no operation was seen in it, so that there is nothing to compare.
  package var isEmpty: Bool {
    operationCount == 0
  }

  /// How many operations had not finished.
  package var unfinished: Int {
    outcomes[.unfinished] ?? 0
  }

  /// What the operations that play one part took in one run.
  package struct PartProfile: Hashable, Sendable {
    /// The name of all of them, as the program gave it; nil where they have none, or more than one.
    package var name: String?
    /// How many there are.
    package var count = 0
    /// How many of them started and finished.
    package var ran = 0
    /// How long those executed.
    package var executing: UInt64 = 0
    /// How long those were ready and had to wait for a slot, or for their suspended queue.
    ///
    /// Not how long they waited for a thread after that, which differs from run to run and no program can change.
    package var queued: UInt64 = 0
    /// How long the longest of those executed.
    package var slowest: UInt64 = 0
    /// How long they were on the critical path, with their waits.
    package var path: UInt64 = 0

    /// What one executed in the mean, in nanoseconds; nil when none ran.
    package var meanExecuting: Double? {
      ran == 0 ? nil : Double(executing) / Double(ran)
    }

    /// How long one was queued in the mean, in nanoseconds; nil when none ran.
    package var meanQueued: Double? {
      ran == 0 ? nil : Double(queued) / Double(ran)
    }
  }
}

// MARK: - From a trace

extension RunProfile {
  /// Looks at a run, in time nearly linear in its operations, edges and events.
  ///
  /// - Parameters:
  ///   - trace: The run.
  ///   - diagnosis: What is wrong in it.
  ///   - name: What it is called, such as the file of its trace.
  package init(of trace: Trace, diagnosis: Diagnosis, name: String? = nil) {
    self.name = name
    var table = PartTable(trace)
    program = trace.header.program
    operationCount = trace.operations.count
    var outcomes: [TracedOperation.Outcome: Int] = [:]
    trace.operations.forEachPosition { position, operation in
      table.add(operation, at: position)
      outcomes[operation.outcome, default: 0] += 1
    }
    self.outcomes = outcomes
    wallNanoseconds = WallTime(of: trace)?.nanoseconds ?? 0
    let account = trace.criticalPath.map { PathAccount($0, of: trace) }
    pathNanoseconds = account?.nanoseconds ?? 0
    pathStates = account?.sums ?? [:]
    path = account.map { table.add($0) } ?? []
    parts = table.parts
    findings = FindingProfile.all(in: diagnosis, of: trace) { table.part(of: $0) }
    isRecentPart = trace.horizon != nil
    isPartial = isRecentPart || !trace.problems.isEmpty
  }
}

/// The parts of a trace while they are added up.
private struct PartTable {
  private let trace: Trace
  private let queues: [String?]
  private var numbers: [OperationPart: Int] = [:]
  private var keys: [OperationPart] = []
  private var profiles: [RunProfile.PartProfile] = []
  /// The number of each operation's part, by position.
  private var numberOfOperation: [Int] = []

  init(_ trace: Trace) {
    self.trace = trace
    queues = trace.queues.map(\.lastingName)
    numberOfOperation.reserveCapacity(trace.operations.count)
  }

  var parts: [OperationPart: RunProfile.PartProfile] {
    Dictionary(uniqueKeysWithValues: zip(keys, profiles))
  }

  func part(of id: OperationID) -> OperationPart? {
    trace.position(of: id).map { keys[numberOfOperation[$0]] }
  }

  mutating func add(_ operation: TracedOperation, at position: Int) {
    let queue = operation.queue.flatMap { trace.position(of: $0) }
    let key = OperationPart(of: operation, queue: queue.flatMap { queues[$0] })
    let number = numbers[key] ?? keys.count
    if number == keys.count {
      numbers[key] = number
      keys.append(key)
      profiles.append(RunProfile.PartProfile())
    }
    numberOfOperation.append(number)
    profiles[number].add(operation)
  }

  /// Adds a critical path, and gives its parts in order.
  mutating func add(_ account: PathAccount) -> [OperationPart] {
    var order: [OperationPart] = []
    var seen: Set<Int> = []
    for step in account.steps {
      guard let position = step.operation.flatMap({ trace.position(of: $0) }) else { continue }
      let number = numberOfOperation[position]
      profiles[number].path += account.parts[step.parts].reduce(0) { $0 + $1.nanoseconds }
      if seen.insert(number).inserted { order.append(keys[number]) }
    }
    return order
  }
}

extension RunProfile.PartProfile {
  fileprivate mutating func add(_ operation: TracedOperation) {
    if count == 0 { name = operation.name } else if name != operation.name { name = nil }
    count += 1
    guard operation.milestones.started != nil, operation.milestones.finished != nil else { return }
    ran += 1
    let times = operation.accounting
    // A sum of many operations may outgrow what one trace can hold, and stops there.
    executing = executing.addingClamped(times.executing)
    queued = queued.addingClamped(times.queueSuspended).addingClamped(times.waitingForSlot)
    slowest = max(slowest, times.executing)
  }
}
