import TraceEvents
import TraceModel

/// An operation that became ready while it was being added, and of which its queue lost sight.
///
/// Foundation asks `isReady` before it puts an operation into its queue. When the last dependency finishes between the two,
/// the notice of that finds no queue yet, and the queue goes by the answer it got before. It takes an `isReady` that is
/// slow, so a class of one's own.
enum LostWakeUp {
  /// Those of some operations that said that they are ready on the thread that finished a dependency of theirs, after the
  /// call began that added them, with the event that says so.
  ///
  /// One pass over the events.
  static func all(among candidates: [Int], in facts: StallFacts) -> [Int: TraceEvent] {
    var dependents: [Int: [Int]] = [:]
    for candidate in candidates {
      guard let enqueued = facts.operation(candidate).milestones.enqueued else { continue }
      for dependency in facts.index.dependencies(of: candidate) {
        guard let finished = facts.operation(dependency).milestones.finished, enqueued <= finished
        else { continue }
        dependents[dependency, default: []].append(candidate)
      }
    }
    if dependents.isEmpty { return [:] }
    var finishers: [Int: Set<ThreadID>] = [:]
    var lost: [Int: TraceEvent] = [:]
    for event in facts.index.trace.log.events {
      switch event.kind {
      case .finished:
        guard let position = facts.index.position(of: event.operation) else { continue }
        for dependent in dependents[position] ?? [] {
          finishers[dependent, default: []].insert(event.thread)
        }
      case .ready:
        guard let position = facts.index.position(of: event.operation) else { continue }
        if finishers[position]?.contains(event.thread) == true { lost[position] = event }
      default:
        continue
      }
    }
    return lost
  }
}
