import Foundation
import OperationTracing
import TraceEvents
import TraceModel

/// Records the same run whole and with a bound; ends the process with 1 when they differ, and with 2 when the machine was too busy to
/// record everything.
func compare(bytes: Int, operations: Int) throws {
  let path = NSTemporaryDirectory() + "bounded-\(getpid()).optrace"
  defer { unlink(path) }
  let whole = try OperationTracer.start()
  let bounded = try OperationTracer.start(
    recordingTo: .file(path: path),
    keeping: .bytes(bytes)
  )
  let lasting = LongLived()
  work(operations: operations)
  // What is deallocated on other threads is so by then, for the most part: what is not is so in neither.
  Thread.sleep(forTimeInterval: 0.1)
  let inMemory = bounded.trace()
  let inFile = Trace(try EventLog(path: path))
  let all = whole.trace()
  lasting.end()
  // What was lost is missing, whatever else is right.
  let lost = [inMemory, inFile].contains { trace in
    trace.problems.contains { $0.message.contains("lost") }
  }
  if lost {
    print("LOST: \(inFile.problems.map(\.message))")
    exit(2)
  }
  var comparison = Comparison(all, inMemory)
  comparison.compare()
  var other = Comparison(all, inFile)
  other.compare()
  let size = (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
  if size > bytes { comparison.failures.append("the file has \(size) bytes") }
  bounded.stop()
  whole.stop()
  for failure in comparison.failures + other.failures { print("FAILED: \(failure)") }
  print("\(all.log.events.count) events, \(inMemory.log.events.count) kept")
  for problem in inMemory.problems { print("  \(problem.message)") }
  exit(comparison.failures.isEmpty && other.failures.isEmpty ? 0 : 1)
}

/// Two traces of one run.
struct Comparison {
  let whole: Trace
  let part: Trace
  var failures: [String] = []
  /// How much later the whole one's clock is.
  let shift: UInt64

  /// An event on the clock of the whole recording.
  struct Told: Hashable {
    var instant: UInt64
    var kind: TraceEvent.Kind
    var thread: ThreadID
    var operation: OperationID?
    var queue: QueueID?
    var actor: OperationID?
    var detail: UInt16
  }

  init(_ whole: Trace, _ part: Trace) {
    self.whole = whole
    self.part = part
    let last = part.log.events.last { $0.kind == .finished }
    let same = whole.log.events.last { $0.kind == .finished && $0.operation == last?.operation }
    shift = (same?.instant.nanoseconds ?? 0) &- (last?.instant.nanoseconds ?? 0)
  }

  /// Of many failures the first ones do: to describe thousands takes longer than all else.
  private var isHopeless: Bool { failures.count >= 10 }

  mutating func compare() {
    guard let horizon = part.horizon else {
      failures.append("nothing was dropped")
      return
    }
    let since = horizon.instant.nanoseconds + shift
    let expected = told(whole, shiftedBy: 0, since: since)
    let found = told(part, shiftedBy: shift, since: since)
    for (event, count) in expected where found[event] != count && !isHopeless {
      failures.append("\(event) is there \(found[event] ?? 0) times, not \(count)")
    }
    for (event, count) in found where expected[event] == nil && !isHopeless {
      failures.append("\(event) is there \(count) times, and never happened")
    }
    compareCarried(horizon: since)
  }

  private func told(_ trace: Trace, shiftedBy shift: UInt64, since: UInt64) -> [Told: Int] {
    var told: [Told: Int] = [:]
    for event in trace.log.events where !event.kind.isDescription {
      // A watchdog writes when it likes, also between one reading and the other.
      if [.stopped, .stackRecorded].contains(event.kind) { continue }
      let instant = event.instant.nanoseconds + shift
      // The recordings are read one after the other; who acted may have been forgotten.
      guard instant >= since, instant <= part.end.nanoseconds + shift else { continue }
      let actor = event.actor.flatMap { part[$0] == nil ? nil : $0 }
      let one = Told(
        instant: instant,
        kind: event.kind,
        thread: event.thread,
        operation: event.operation,
        queue: event.queue,
        actor: actor,
        detail: event.detail
      )
      told[one, default: 0] += 1
    }
    return told
  }

  /// What had not finished at the horizon is as whole as it was.
  private mutating func compareCarried(horizon: UInt64) {
    var count = 0
    for operation in whole.operations {
      guard let enqueued = operation.milestones.enqueued, enqueued.nanoseconds < horizon,
        operation.milestones.finished.map({ $0.nanoseconds >= horizon }) ?? true
      else { continue }
      count += 1
      if isHopeless { return }
      guard let carried = part[operation.id] else {
        failures.append("operation \(operation.id.rawValue) \(operation.name ?? "") is gone")
        continue
      }
      let time = carried.milestones.enqueued.map { $0.nanoseconds + shift }
      if time != enqueued.nanoseconds { failures.append("enqueued at \(String(describing: time))") }
      let started = carried.milestones.started.map { $0.nanoseconds + shift }
      if started != operation.milestones.started?.nanoseconds {
        failures.append("\(operation.name ?? "") started at \(String(describing: started))")
      }
      if carried.name != operation.name || carried.className != operation.className {
        failures.append(
          "\(operation.name ?? "") is called \(carried.name ?? "") of \(carried.className)"
        )
      }
      if carried.queue != operation.queue { failures.append("another queue") }
      compareDependencies(of: operation.id, horizon: horizon)
    }
    // Nothing that is over seems to go on.
    for operation in part.operations where operation.milestones.finished == nil && !isHopeless {
      guard let finished = whole[operation.id]?.milestones.finished,
        finished.nanoseconds <= part.end.nanoseconds + shift
      else { continue }
      func events(_ trace: Trace) -> [String] {
        trace.log.events.filter { $0.operation == operation.id }.map { event in
          "\(event.kind) on \(event.thread.rawValue) at \(event.instant.nanoseconds)"
        }
      }
      failures.append(
        "operation \(operation.id.rawValue) seems not to have finished: \(events(part)), \(events(whole))"
      )
    }
    if count < 5 { failures.append("only \(count) operations were carried") }
    for name in ["session 0", "session 1", "session 2", "after all", "held for ever"]
    where !part.operations.contains(where: { $0.name == name }) {
      failures.append("\(name) is not there")
    }
  }

  private mutating func compareDependencies(of id: OperationID, horizon: UInt64) {
    func edges(_ trace: Trace) -> Set<OperationID> {
      Set(
        trace.edges.filter { edge in
          edge.target == id && edge.kind == .dependency
            && (whole[edge.source]?.milestones.finished?.nanoseconds ?? .max) >= horizon
        }.map(\.source)
      )
    }
    if edges(whole) != edges(part) {
      failures.append("\(id.rawValue) depends on \(edges(part)), not \(edges(whole))")
    }
  }
}
