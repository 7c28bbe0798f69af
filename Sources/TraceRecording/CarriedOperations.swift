import TraceEvents

/// Which records of operations are still needed, as places in a log.
struct CarriedOperations {
  private struct Life {
    var places: [Int] = []
    /// Of what is said again and again, the last place by kind.
    var latest: [TraceEvent.Kind: Int] = [:]
    var dependencies: [OperationID: Int] = [:]
    var isStarted = false
    var finished: TraceInstant?
    /// Whether it was introduced.
    var isKnown = false
    var isEnqueued = false
    var last = TraceInstant.zero
    var isDeallocated = false

    /// Whether things happened to it that happen after an enqueue only, which is not here.
    var lacksBeginning: Bool {
      !isEnqueued && (!isKnown || isStarted || finished != nil || isDeallocated)
    }

    mutating func take(_ event: TraceEvent, at place: Int) {
      last = event.instant
      switch event.kind {
      case .dependencyAdded:
        let other = OperationID(rawValue: UInt32(truncatingIfNeeded: event.argument))
        if dependencies[other] == nil { dependencies[other] = place }
      case .dependencyRemoved:
        let other = OperationID(rawValue: UInt32(truncatingIfNeeded: event.argument))
        dependencies[other] = nil
      case .operationNamed, .priorityChanged, .completionBlockSet, .stackRecorded, .noted,
        .unknownKeyNotified, .finishedAgain, .finishNotificationReturned:
        latest[event.kind] = place
      default:
        places.append(place)
      }
      switch event.kind {
      case .operationSeen, .enqueued:
        isKnown = true
        if event.kind == .enqueued { isEnqueued = true }
        if event.kind == .operationSeen, event.flags.contains(.finished) {
          finished = finished ?? event.instant
        }
      case .started: isStarted = true
      case .deallocated: isDeallocated = true
      case .finished: finished = event.instant
      default: break
      }
    }
  }

  /// What was chosen.
  struct Choice {
    var places: [Int] = []
    /// How many operations are left out whole.
    var dropped = 0
    /// Of how many unfinished operations something is left out.
    var shortened = 0
  }

  private let log: EventLog
  private var lives: [OperationID: Life] = [:]

  init(_ log: EventLog) {
    self.log = log
  }

  /// Takes a record of an operation.
  mutating func take(_ event: TraceEvent, at place: Int) {
    guard let operation = event.operation else { return }
    lives[operation, default: Life()].take(event, at: place)
  }

  /// Those whose enqueue may come in a later generation, or that never were in a queue.
  ///
  /// With the time of the last record of each.
  var withoutBeginning: [(OperationID, TraceInstant)] {
    lives.filter(\.value.lacksBeginning).map { ($0.key, $0.value.last) }
  }

  // MARK: Choosing

  /// Chooses what fits: first what executes, then what is still to come, the oldest first; and of what has finished and is still
  /// there, the last ones, in a quarter of the room.
  func chosen(within limit: Int, pending: Set<UInt32>) -> Choice {
    var choice = Choice()
    var room = limit
    // Where very many lack their enqueue it was lost, and will not come.
    for number in pending.sorted(by: >) {
      guard let life = lives[OperationID(rawValue: number)] else { continue }
      let places = life.places + life.latest.values + life.dependencies.values
      guard bytes(of: places) <= room - limit / 2 else { break }
      choice.places += places
      room -= bytes(of: places)
    }
    let known = lives.filter { key, life in
      life.isKnown && !life.isDeallocated && !pending.contains(key.rawValue)
    }
    let unfinished = known.filter { $0.value.finished == nil }
    var keys = unfinished.keys.sorted { a, b in
      let (first, second) = (unfinished[a]?.isStarted == true, unfinished[b]?.isStarted == true)
      return first == second ? a < b : first
    }
    var kept: Set<OperationID> = []
    // What tells its state comes first for all of them, the rest for as many as there is room for.
    for key in keys {
      guard let life = unfinished[key], essentialSize(life) <= room else { break }
      room -= essentialSize(life)
      kept.insert(key)
      choice.places += life.places
    }
    for key in keys.prefix(kept.count) {
      guard let life = unfinished[key], !life.latest.isEmpty else { continue }
      let details = Array(life.latest.values)
      guard bytes(of: details) <= room else {
        choice.shortened += 1
        continue
      }
      room -= bytes(of: details)
      choice.places += details
    }
    choice.shortened += keys.count - kept.count
    choice.dropped += keys.count - kept.count
    keys = keys.filter { kept.contains($0) }
    let finished = chosenFinished(known, neededBy: keys, within: min(room, max(0, limit / 4)))
    for key in finished.sorted() {
      guard let life = known[key] else { continue }
      choice.places += life.places + life.latest.values
    }
    choice.dropped += known.count - unfinished.count - finished.count
    kept.formUnion(finished)
    func isNeeded(_ key: OperationID) -> Bool {
      kept.contains(key) || pending.contains(key.rawValue) || lives[key] == nil
    }
    for key in kept {
      guard let life = known[key] else { continue }
      choice.places += life.dependencies.filter { isNeeded($0.key) }.values
    }
    return choice
  }

  /// Of what has finished: what made an unfinished operation ready, and then the last ones.
  private func chosenFinished(
    _ known: [OperationID: Life],
    neededBy keys: [OperationID],
    within limit: Int
  ) -> Set<OperationID> {
    var room = limit
    var chosen: Set<OperationID> = []
    func choose(_ key: OperationID) -> Bool {
      if chosen.contains(key) { return true }
      let bytes = size(key)
      guard bytes <= room else { return false }
      room -= bytes
      chosen.insert(key)
      return true
    }
    func finish(_ key: OperationID) -> TraceInstant { known[key]?.finished ?? .zero }
    for key in keys {
      let over = known[key]?.dependencies.keys.filter { known[$0]?.finished != nil }
      if let last = over?.max(by: { (finish($0), $0) < (finish($1), $1) }), !choose(last) { break }
    }
    let finished = known.filter { $0.value.finished != nil }.keys
    for key in finished.sorted(by: { (finish($0), $0) > (finish($1), $1) }) {
      if !choose(key) { break }
    }
    return chosen
  }

  private func size(_ key: OperationID) -> Int {
    guard let life = lives[key] else { return 0 }
    return essentialSize(life) + bytes(of: Array(life.latest.values))
  }

  private func essentialSize(_ life: Life) -> Int {
    bytes(of: life.places) + life.dependencies.count * TraceFileFormat.recordSize
  }

  private func bytes(of places: [Int]) -> Int {
    places.reduce(0) { $0 + CarriedWriter.size(of: log.events[$1], in: log) }
  }
}
