package import TraceEvents

/// A little scheduler that behaves as Foundation's does, makes random decisions, and keeps the truth beside the recording.
///
/// Everything comes from the seed. Operations depend only on operations with a smaller number, so there is no cycle; still
/// much stays unfinished: the simulation stops at a random moment, queues stay suspended, waits deadlock. Unless it is to be
/// healthy: then everything is served in turn, nothing waits for what could need it, and all comes to its end.
package final class SchedulerSimulation {
  /// What really happened to each operation, in the order of identity.
  package private(set) var truths: [Truth] = []
  /// What really happened to each queue, in the order of identity.
  package private(set) var queues: [QueueTruth] = []

  private let script = TraceScript()
  private var random: SeededGenerator
  private var now: UInt64 = 0
  private var nextBareBarrier: UInt64 = 1_000_000
  private let allowsSuspension: Bool
  private let allowsLimitChanges: Bool
  private let isHealthy: Bool
  private let unit: UInt64

  /// What the main thread, which then starts nothing of its queue, waits for.
  private var mainWaitsFor: OperationID?
  private let allowsMainWaits: Bool

  /// Runs the simulation of a seed.
  ///
  /// - Parameters:
  ///   - seed: What everything comes from.
  ///   - operationCount: How many operations there are besides barriers.
  ///   - allowsSuspension: Whether queues may be suspended.
  ///   - allowsLimitChanges: Whether limits may change.
  ///   - allowsMainWaits: Whether the main thread may wait for operations.
  ///   - isHealthy: Whether nothing may get stuck.
  ///   - unit: How many nanoseconds the simulation's unit of time is; a step takes up to 50 of them.
  package init(
    seed: UInt64,
    operationCount: Int = 40,
    allowsSuspension: Bool = true,
    allowsLimitChanges: Bool = true,
    allowsMainWaits: Bool = false,
    isHealthy: Bool = false,
    unit: UInt64 = 1
  ) {
    random = SeededGenerator(seed: seed)
    self.allowsMainWaits = allowsMainWaits
    self.isHealthy = isHealthy
    self.unit = unit
    self.allowsSuspension = allowsSuspension
    self.allowsLimitChanges = allowsLimitChanges
    for number in 0..<operationCount {
      truths.append(Truth(id: script.operation("op \(number)")))
    }
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let isMain = random.chance(0.15) && !queues.contains { $0.isMain }
      let limit = isMain ? 1 : [-1, 1, 1, 2, 3, 8].randomElement(using: &random) ?? 1
      let id = script.queue("queue", limit: limit, isMain: isMain)
      queues.append(QueueTruth(id: id, limits: [limit], isMain: isMain))
    }
    let steps = Int.random(in: 20...(operationCount * 12), using: &random)
    for _ in 0..<steps { step() }
    if isHealthy { bringToItsEnd() }
  }

  /// The recording that a recorder would have made.
  package var log: EventLog {
    script.log()
  }

  /// What really happened to an operation.
  package subscript(id: OperationID) -> Truth {
    get { truths[Int(id.rawValue) - 1] }
    set { truths[Int(id.rawValue) - 1] = newValue }
  }

  /// What really happened to a queue.
  package subscript(id: QueueID) -> QueueTruth {
    get { queues[Int(id.rawValue) - 1] }
    set { queues[Int(id.rawValue) - 1] = newValue }
  }

  private func step() {
    now += random.chance(0.2) ? 0 : unit * UInt64.random(in: 1...50, using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<25: enqueue()
    case 25..<50: start()
    case 50..<78: finish()
    case 78..<81: cancel()
    case 81..<87 where allowsSuspension: suspendOrResume()
    case 87..<89 where allowsLimitChanges: changeLimit()
    case 89..<93: addBarrier()
    case 93..<95: moveBareBarrier()
    case 95..<98: beginWait()
    case 98 where allowsMainWaits: beginMainWait()
    default: break
    }
    settle()
  }

  /// Lets everything happen that needs nobody's doing.
  private func settle() {
    endWaits()
    for place in truths.indices { updateReadiness(place) }
    for queue in queues { pick(from: queue) }
  }

  /// Resumes all queues, and serves them until nothing is left.
  private func bringToItsEnd() {
    while queues.contains(where: { $0.isSuspended }) { suspendOrResume(onlyResumes: true) }
    settle()
    while truths.contains(where: \.isOpen) || queues.contains(where: { !$0.bareBarriers.isEmpty }) {
      now += unit * UInt64.random(in: 1...50, using: &random)
      moveBareBarrier()
      start()
      finish()
      settle()
    }
  }

  private func any(_ belongs: (Truth) -> Bool) -> Truth? {
    truths.filter(belongs).randomElement(using: &random)
  }

  /// The one that has waited longest since a moment, where everything is served in turn; else any.
  private func next(since moment: (Truth) -> UInt64?, _ belongs: (Truth) -> Bool) -> Truth? {
    guard isHealthy else { return any(belongs) }
    return truths.filter(belongs).min { moment($0) ?? 0 < moment($1) ?? 0 }
  }

  private func anyQueue(_ belongs: (QueueTruth) -> Bool = { _ in true }) -> QueueTruth? {
    queues.filter(belongs).randomElement(using: &random)
  }
}

// MARK: - The truth

extension SchedulerSimulation {
  /// What really happened to an operation, in nanoseconds.
  package struct Truth {
    package let id: OperationID
    package var queue: QueueID?
    package var enqueued: UInt64?
    package var ready: UInt64?
    /// When the scheduler gave it a slot.
    package var picked: UInt64?
    package var started: UInt64?
    package var finished: UInt64?
    /// Whether it was cancelled before it started.
    package var isCancelled = false
    package var isBarrier = false
    package var dependencies: Set<OperationID> = []
    /// What a barrier in the queue makes it wait for.
    package var barrierSources: Set<OperationID> = []
    fileprivate var bareBarriers: Set<UInt64> = []
    fileprivate var waitsFor: OperationID?
    fileprivate var waitsForQueue: QueueID?

    fileprivate init(id: OperationID) {
      self.id = id
    }

    fileprivate var isExecuting: Bool { started != nil && finished == nil }
    fileprivate var isOpen: Bool { enqueued != nil && finished == nil }
    fileprivate var isBlocked: Bool { waitsFor != nil || waitsForQueue != nil }
  }

  /// What really happened to a queue.
  package struct QueueTruth {
    package let id: QueueID
    package var limits: [Int]
    package var suspensions: [(start: UInt64, end: UInt64?)] = []
    package let isMain: Bool
    /// The barriers without an operation that have not ended, and whether they have begun.
    fileprivate var bareBarriers: [(number: UInt64, hasBegun: Bool)] = []

    fileprivate init(id: QueueID, limits: [Int], isMain: Bool) {
      self.id = id
      self.limits = limits
      self.isMain = isMain
    }

    fileprivate var isSuspended: Bool { suspensions.last.map { $0.end == nil } ?? false }
    fileprivate var slots: Int { limits.last.flatMap { $0 < 0 ? nil : $0 } ?? .max }
  }
}

// MARK: - What the program does

extension SchedulerSimulation {
  private func enqueue() {
    // In a healthy program what others depend on is added before them.
    let isNew = { (truth: Truth) in truth.enqueued == nil }
    let new = isHealthy ? truths.first(where: isNew) : any(isNew)
    guard let id = new?.id, let queue = anyQueue() else { return }
    let earlier = truths.prefix(Int(id.rawValue) - 1).filter { !$0.isBarrier }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      guard let dependency = earlier.randomElement(using: &random)?.id else { continue }
      self[id].dependencies.insert(dependency)
      script.at(ns: now).depend(id, on: dependency)
    }
    self[id].barrierSources = Set(open(in: queue.id).filter(\.isBarrier).map(\.id))
    let creator = random.chance(0.4) ? any(\.isExecuting)?.id : nil
    let moment = creator.map { script.at(ns: now).by($0) } ?? script.at(ns: now)
    moment.enqueue(id, on: queue.id)
    add(id, to: queue)
  }

  private func addBarrier() {
    guard let queue = anyQueue() else { return }
    let held = open(in: queue.id)
    if held.isEmpty {
      nextBareBarrier += 1
      self[queue.id].bareBarriers.append((nextBareBarrier, false))
      script.at(ns: now).addBareBarrier(nextBareBarrier, on: queue.id)
      return
    }
    var truth = Truth(id: script.barrier())
    truth.isBarrier = true
    truth.barrierSources = Set(held.map(\.id))
    truths.append(truth)
    script.at(ns: now).addBarrier(truth.id, on: queue.id)
    add(truth.id, to: queue)
  }

  private func add(_ id: OperationID, to queue: QueueTruth) {
    self[id].queue = queue.id
    self[id].enqueued = now
    // Barriers without an operation run past the main queue.
    if !queue.isMain { self[id].bareBarriers = Set(queue.bareBarriers.map(\.number)) }
  }

  private func open(in queue: QueueID) -> [Truth] {
    truths.filter { $0.queue == queue && $0.isOpen }
  }

  private func cancel() {
    guard let truth = any({ $0.finished == nil }) else { return }
    script.at(ns: now).cancel(truth.id)
    if truth.started == nil { self[truth.id].isCancelled = true }
  }

  private func suspendOrResume(onlyResumes: Bool = false) {
    // In a healthy program nobody suspends a queue and leaves it so.
    let resumes = onlyResumes || isHealthy && queues.contains { $0.isSuspended }
    guard let queue = anyQueue({ !$0.isMain && (!resumes || $0.isSuspended) }) else { return }
    if queue.isSuspended {
      script.at(ns: now).resume(queue.id)
      self[queue.id].suspensions[queue.suspensions.count - 1].end = now
    } else {
      script.at(ns: now).suspend(queue.id)
      self[queue.id].suspensions.append((now, nil))
    }
  }

  private func changeLimit() {
    guard let queue = anyQueue({ !$0.isMain }) else { return }
    let limits = isHealthy ? [-1, 1, 2, 4] : [-1, 0, 1, 2, 4]
    let limit = limits.randomElement(using: &random) ?? 1
    script.at(ns: now).limit(queue.id, to: limit)
    self[queue.id].limits.append(limit)
  }

  private func beginWait() {
    guard let waiter = any({ $0.isExecuting && !$0.isBlocked })?.id else { return }
    if isHealthy {
      // What executes will finish; one that began later waits for nobody who might wait for it.
      let isOther = { (truth: Truth) in truth.isExecuting && !truth.isBlocked && truth.id != waiter
      }
      guard let other = any(isOther)?.id else { return }
      script.at(ns: now).by(waiter).wait(for: other)
      self[waiter].waitsFor = other
      return
    }
    if random.chance(0.3), let queue = anyQueue()?.id {
      script.at(ns: now).by(waiter).waitForAll(of: queue)
      self[waiter].waitsForQueue = queue
    } else if let other = any({ $0.enqueued != nil })?.id {
      script.at(ns: now).by(waiter).wait(for: other)
      self[waiter].waitsFor = other
    }
  }

  /// The main thread waits for an operation, if it is not inside one.
  private func beginMainWait() {
    guard mainWaitsFor == nil, !truths.contains(where: { $0.isExecuting && isOfMain($0) }),
      let other = any({ $0.isOpen })?.id
    else { return }
    script.at(ns: now).wait(for: other)
    mainWaitsFor = other
  }

  private func isOfMain(_ truth: Truth) -> Bool {
    truth.queue.map { self[$0].isMain } ?? false
  }

  private func endWaits() {
    if let other = mainWaitsFor, self[other].finished != nil {
      script.at(ns: now).endWait(for: other)
      mainWaitsFor = nil
    }
    for truth in truths where truth.isBlocked {
      if let other = truth.waitsFor, self[other].finished != nil {
        script.at(ns: now).by(truth.id).endWait(for: other)
        self[truth.id].waitsFor = nil
      }
      if let queue = truth.waitsForQueue, open(in: queue).isEmpty {
        script.at(ns: now).by(truth.id).endWaitForAll(of: queue)
        self[truth.id].waitsForQueue = nil
      }
    }
  }
}

// MARK: - What Foundation does

extension SchedulerSimulation {
  private func updateReadiness(_ place: Int) {
    let truth = truths[place]
    guard truth.isOpen, truth.ready == nil else { return }
    let isFree =
      truth.bareBarriers.isEmpty && truth.dependencies.allSatisfy { self[$0].finished != nil }
      && truth.barrierSources.allSatisfy { self[$0].finished != nil }
    if isFree || truth.isCancelled { truths[place].ready = now }
  }

  /// Gives free slots to ready operations at once; a thread comes later, whether the queue is suspended by then or not.
  private func pick(from queue: QueueTruth) {
    guard !queue.isSuspended else { return }
    while true {
      let ready = open(in: queue.id)
      guard ready.count(where: { $0.picked != nil }) < queue.slots,
        let next = ready.filter({ $0.ready != nil && $0.picked == nil })
          .randomElement(using: &random)
      else { return }
      self[next.id].picked = now
    }
  }

  private func start() {
    let isReady = { (truth: Truth) in truth.picked != nil && truth.started == nil }
    let mainIsFree = mainWaitsFor == nil
    guard let truth = next(since: \.picked, { isReady($0) && (mainIsFree || !isOfMain($0)) })
    else { return }
    let moment = script.at(ns: now)
    // Without waits of the main thread it matters to nobody on which thread these run.
    (allowsMainWaits && isOfMain(truth) ? moment.on(script.mainThread) : moment).start(truth.id)
    self[truth.id].started = now
    if truth.isCancelled || random.chance(0.05) { finish(truth.id) }
  }

  private func finish() {
    if let truth = next(since: \.started, { $0.isExecuting && !$0.isBlocked }) { finish(truth.id) }
  }

  private func finish(_ id: OperationID) {
    if random.chance(0.3) { script.at(ns: now).returnFromStart(id) }
    script.at(ns: now).finish(id)
    self[id].finished = now
  }

  private func moveBareBarrier() {
    guard let queue = anyQueue({ !$0.bareBarriers.isEmpty }),
      let barrier = queue.bareBarriers.first
    else { return }
    if barrier.hasBegun {
      script.at(ns: now).endBareBarrier(barrier.number, on: queue.id)
      self[queue.id].bareBarriers.removeFirst()
      for place in truths.indices { truths[place].bareBarriers.remove(barrier.number) }
    } else {
      script.at(ns: now).beginBareBarrier(barrier.number, on: queue.id)
      self[queue.id].bareBarriers[0].hasBegun = true
    }
  }
}
