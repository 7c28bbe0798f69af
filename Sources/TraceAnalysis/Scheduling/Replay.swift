import TraceEvents
import TraceModel

/// A recorded run to be played again with other limits of its queues: a list scheduler with the durations as they were.
///
/// Each operation that started takes as long as it did, and waits for what it waited for: its arrival (which follows the
/// operation that added it, or the one that the adding thread had waited for, where one is known), its dependencies, its
/// barriers, and a slot. Of those that are ready, the one that started first in the recording gets a free slot first. With the
/// recorded limits this gives the recorded run again; suspensions and changes of a limit are not played.
package struct Replay: Sendable {
  /// The operations that take part, by the order of their starts.
  let parts: [Part]
  /// What each of them waits for, from one place in `parts` to another.
  let constraints: Digraph
  /// By the number of the constraint: how long after its source the target goes on, and after what of it.
  let lags: [Lag]

  /// An operation that takes part.
  struct Part: Sendable {
    /// Its place in the trace.
    var position: Int
    /// The place of its queue; nil for one that was started without.
    var queue: Int?
    /// When it arrives, if nothing that is played tells.
    var arrival: UInt64
    /// How long it was held up after its arrival and all that it waits for, as by its own `isReady`.
    var hold: UInt64
    /// From the moment on which a slot was free for it to its finish; nil for one that never left its slot.
    var length: UInt64?
  }

  /// When the target of a constraint goes on.
  struct Lag: Sendable {
    /// How long after.
    var nanoseconds: UInt64
    /// After the source got its slot; else after it finished.
    var isAfterGrant: Bool
  }

  /// Reads the run off a trace, in time nearly linear in operations and edges.
  package init(_ index: TraceIndex) {
    var reader = ReplayReader(index)
    reader.read()
    parts = reader.parts
    constraints = Digraph(
      nodeCount: reader.parts.count,
      sources: reader.sources,
      targets: reader.targets
    )
    lags = reader.lags
  }

  /// The limits of a trace's queues by position, as they were at its end; nil for none.
  package static func limits(of index: TraceIndex) -> [Int?] {
    index.trace.queues.map(\.slotLimit)
  }
}

/// Turns a trace into what a replay needs.
private struct ReplayReader {
  private let index: TraceIndex
  private let releases: ReleaseIndex
  private var places: [Int?]
  private(set) var parts: [Replay.Part] = []
  private(set) var sources: [Int] = []
  private(set) var targets: [Int] = []
  private(set) var lags: [Replay.Lag] = []

  init(_ index: TraceIndex) {
    self.index = index
    releases = ReleaseIndex(index.trace)
    places = Array(repeating: nil, count: index.trace.operations.count)
    for position in startOrder() {
      places[position] = parts.count
      parts.append(part(position))
    }
  }

  /// The operations that started, in the order of their starts; those of one moment as the recording has them.
  private func startOrder() -> [Int] {
    let operations = index.trace.operations
    var rank = [Int](repeating: .max, count: operations.count)
    for (number, event) in index.trace.log.events.enumerated() where event.kind == .started {
      guard let position = index.position(of: event.operation) else { continue }
      rank[position] = min(rank[position], number)
    }
    return operations.indices.filter { operations[$0].milestones.started != nil }
      .sorted { a, b in
        let starts = (operations[a].milestones.started, operations[b].milestones.started)
        return (starts.0 ?? .zero, rank[a], a) < (starts.1 ?? .zero, rank[b], b)
      }
  }

  private func part(_ position: Int) -> Replay.Part {
    let milestones = index.trace.operations[position].milestones
    let begin = milestones.enqueued ?? milestones.started ?? milestones.seen
    let leaves =
      milestones.finished != nil && !index.trace.operations[position].finishedUnnotified
    return Replay.Part(
      position: position,
      queue: index.queue(of: position),
      arrival: begin.nanoseconds,
      hold: 0,
      length: leaves
        ? milestones.finished?.nanoseconds(since: TraceInstant(nanoseconds: granted(position)))
        : nil
    )
  }

  /// When a slot was free for an operation.
  private func granted(_ position: Int) -> UInt64 {
    let milestones = index.trace.operations[position].milestones
    let slot = index.trace.operations[position].slotTaken
    return (slot ?? milestones.ready ?? milestones.started ?? .zero).nanoseconds
  }

  mutating func read() {
    isRelative = Array(repeating: false, count: parts.count)
    for place in parts.indices { readArrival(of: place) }
    // When the last of what it waited for had finished, by place.
    var released = parts.map(\.arrival)
    for edge in index.trace.edges where edge.kind == .dependency || edge.kind == .barrier {
      guard let source = place(of: edge.source), let target = place(of: edge.target),
        let finished = index.trace.operations[parts[source].position].milestones.finished,
        let ready = index.trace.operations[parts[target].position].milestones.ready,
        finished <= ready, parts[source].length != nil
      else { continue }
      add(from: source, to: target, Replay.Lag(nanoseconds: 0, isAfterGrant: false))
      released[target] = max(released[target], finished.nanoseconds)
    }
    for place in parts.indices {
      let ready = index.trace.operations[parts[place].position].milestones.ready?.nanoseconds
      parts[place].hold = max(ready ?? 0, released[place]) - released[place]
      if isRelative[place] { parts[place].arrival = 0 }
    }
  }

  /// Whether its arrival follows another operation, by place.
  private var isRelative: [Bool] = []

  private mutating func readArrival(of place: Int) {
    let position = parts[place].position
    let arrival = parts[place].arrival
    if let creation = releases.creation(of: position), let source = places[creation.source],
      granted(creation.source) <= arrival
    {
      let lag = arrival - granted(creation.source)
      add(from: source, to: place, Replay.Lag(nanoseconds: lag, isAfterGrant: true))
    } else if let wait = releases.programWait(before: position), let source = places[wait.source],
      parts[source].length != nil
    {
      let lag = arrival - wait.instant.nanoseconds
      add(from: source, to: place, Replay.Lag(nanoseconds: lag, isAfterGrant: false))
    } else {
      return
    }
    isRelative[place] = true
  }

  private func place(of id: OperationID) -> Int? {
    index.position(of: id).flatMap { places[$0] }
  }

  private mutating func add(from source: Int, to target: Int, _ lag: Replay.Lag) {
    sources.append(source)
    targets.append(target)
    lags.append(lag)
  }
}
