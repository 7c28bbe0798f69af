import TraceEvents

/// Which records of operations are still needed, as places among the records.
///
/// It is made for each generation that is dropped, while the program is at work: what it takes for a record is a few comparisons,
/// and what it allocates does not depend on how many operations there are.
struct CarriedOperations {
  /// What is known of one operation.
  private struct Life {
    var operation: UInt32
    /// Where its records are in `order`.
    var range: Range<Int>
    var isStarted = false
    /// Whether it was introduced.
    var isKnown = false
    var isEnqueued = false
    var isDeallocated = false
    var finished: TraceInstant?
    var last = TraceInstant.zero
    /// The bytes of what tells its state, and of the rest.
    var essentialSize = 0
    var detailSize = 0
    var isKept = false

    var size: Int { essentialSize + detailSize }

    /// Whether things happened to it that happen after an enqueue only, which is not here.
    var lacksBeginning: Bool {
      !isEnqueued && (!isKnown || isStarted || finished != nil || isDeallocated)
    }

    mutating func take(_ event: TraceEvent) {
      last = event.instant
      switch event.kind {
      case .enqueued:
        isKnown = true
        isEnqueued = true
      case .operationSeen:
        isKnown = true
        if event.flags.contains(.finished) { finished = finished ?? event.instant }
      case .started: isStarted = true
      case .deallocated: isDeallocated = true
      case .finished: finished = event.instant
      default: break
      }
    }
  }

  /// What a record is for.
  private enum Role {
    /// A later one says the same again, or takes it back.
    case superseded
    /// It tells the state of its operation.
    case essential
    /// It is the last one of those that are written again and again.
    case detail
    case dependency
  }

  /// What was chosen.
  struct Choice {
    var places: [Int] = []
    /// How many operations are left out whole.
    var dropped = 0
    /// Of how many unfinished operations something is left out.
    var shortened = 0
  }

  private let records: [CarriedRecord]
  /// Places of records by operation, and of one operation by time: its number above, the place below.
  private var order: [UInt64]
  private var roles: [Role]
  /// By their numbers.
  private var lives: [Life] = []

  /// Takes the records of operations, as places among records that are in the order of time.
  init(_ records: [CarriedRecord], at places: [Int]) {
    self.records = records
    order = places.map { place in
      UInt64(records[place].event.operation?.rawValue ?? 0) << 32 | UInt64(place)
    }
    order.sort()
    roles = Array(repeating: .essential, count: order.count)
    var start = 0
    while start < order.count {
      let operation = UInt32(truncatingIfNeeded: order[start] >> 32)
      var end = start + 1
      while end < order.count, UInt32(truncatingIfNeeded: order[end] >> 32) == operation {
        end += 1
      }
      addLife(of: operation, start..<end)
      start = end
    }
  }

  private mutating func addLife(of operation: UInt32, _ range: Range<Int>) {
    var life = Life(operation: operation, range: range)
    var dependencies = 0
    var hasDetails = false
    for index in range {
      let event = event(index)
      life.take(event)
      switch event.kind {
      case .dependencyAdded, .dependencyRemoved: dependencies += 1
      case .operationNamed, .priorityChanged, .completionBlockSet, .stackRecorded, .noted,
        .unknownKeyNotified, .finishedAgain, .finishNotificationReturned:
        roles[index] = .detail
        hasDetails = true
      default: break
      }
    }
    if dependencies > 0 { findDependencies(range, count: dependencies) }
    if hasDetails { findLatest(range) }
    for index in range {
      switch roles[index] {
      case .superseded: break
      case .essential, .dependency: life.essentialSize += size(index)
      case .detail: life.detailSize += size(index)
      }
    }
    lives.append(life)
  }

  /// Of what is said again and again, the last one of each kind.
  private mutating func findLatest(_ range: Range<Int>) {
    var seen: UInt64 = 0
    for index in range.reversed() where roles[index] == .detail {
      let bit = UInt64(1) << UInt64(event(index).kind.rawValue & 63)
      if seen & bit != 0 { roles[index] = .superseded }
      seen |= bit
    }
  }

  /// Those that still hold; of one that was added again, the first time.
  private mutating func findDependencies(_ range: Range<Int>, count: Int) {
    var holding: [UInt64: Int] = [:]
    for index in range {
      let event = event(index)
      switch event.kind {
      case .dependencyAdded where count == 1: roles[index] = .dependency
      case .dependencyAdded:
        roles[index] = .superseded
        if holding[event.argument] == nil { holding[event.argument] = index }
      case .dependencyRemoved:
        roles[index] = .superseded
        holding[event.argument] = nil
      default: break
      }
    }
    for index in holding.values { roles[index] = .dependency }
  }

  private func place(_ index: Int) -> Int { Int(truncatingIfNeeded: order[index] & 0xFFFF_FFFF) }
  private func event(_ index: Int) -> TraceEvent { records[place(index)].event }
  private func size(_ index: Int) -> Int { records[place(index)].bytes.count }

  /// The position of an operation in `lives`.
  private func position(of operation: UInt32) -> Int? {
    var (low, high) = (0, lives.count)
    while low < high {
      let middle = (low + high) / 2
      if lives[middle].operation < operation { low = middle + 1 } else { high = middle }
    }
    return low < lives.count && lives[low].operation == operation ? low : nil
  }

  /// Those whose enqueue may come in a later generation, or that never were in a queue.
  ///
  /// With the time of the last record of each.
  var withoutBeginning: [(UInt32, TraceInstant)] {
    lives.lazy.filter(\.lacksBeginning).map { ($0.operation, $0.last) }
  }

  // MARK: Choosing

  /// Chooses what fits: first what executes, then what is still to come, the oldest first; and of what has finished and is still
  /// there, the last ones, in a quarter of the room.
  mutating func chosen(within limit: Int, pending: Set<UInt32>) -> Choice {
    var choice = Choice()
    var room = limit
    // Where very many lack their enqueue it was lost, and will not come.
    for number in pending.sorted(by: >) {
      guard let position = position(of: number) else { continue }
      guard lives[position].size <= room - limit / 2 else { break }
      room -= lives[position].size
      choose([.essential, .detail, .dependency], of: position, &choice)
    }
    let known = lives.indices.filter { position in
      let life = lives[position]
      return life.isKnown && !life.isDeallocated && !pending.contains(life.operation)
    }
    let unfinished = known.filter { lives[$0].finished == nil }
    let order =
      unfinished.filter { lives[$0].isStarted } + unfinished.filter { !lives[$0].isStarted }
    // What tells its state comes first for all of them, the rest for as many as there is room for.
    let kept = order.prefix { position in
      guard lives[position].essentialSize <= room else { return false }
      room -= lives[position].essentialSize
      return true
    }
    for position in kept {
      lives[position].isKept = true
      choose([.essential], of: position, &choice)
      guard lives[position].detailSize <= room else {
        choice.shortened += 1
        continue
      }
      room -= lives[position].detailSize
      choose([.detail], of: position, &choice)
    }
    choice.shortened += order.count - kept.count
    choice.dropped += order.count - kept.count
    let finished = known.filter { lives[$0].finished != nil }
    choice.dropped += finished.count
    keep(finished, neededBy: kept, within: min(room, max(0, limit / 4)))
    for position in finished where lives[position].isKept {
      choice.dropped -= 1
      choose([.essential, .detail], of: position, &choice)
    }
    for position in known where lives[position].isKept {
      chooseDependencies(of: position, pending, &choice)
    }
    return choice
  }

  private func choose(_ wanted: [Role], of position: Int, _ choice: inout Choice) {
    for index in lives[position].range where wanted.contains(roles[index]) {
      choice.places.append(place(index))
    }
  }

  /// Those on operations that are kept, or of which nothing is known here.
  private func chooseDependencies(of position: Int, _ pending: Set<UInt32>, _ choice: inout Choice)
  {
    for index in lives[position].range where roles[index] == .dependency {
      let other = UInt32(truncatingIfNeeded: event(index).argument)
      if let known = self.position(of: other), !lives[known].isKept, !pending.contains(other) {
        continue
      }
      choice.places.append(place(index))
    }
  }

  /// Keeps of what has finished first what made an unfinished operation ready, and then the last ones.
  private mutating func keep(
    _ finished: [Int],
    neededBy positions: some Sequence<Int>,
    within limit: Int
  ) {
    var room = limit
    for position in positions {
      if let last = lastFinished(before: position), !keepFinished(last, &room) { break }
    }
    for position in finished.sorted(by: { isEarlier($1, $0) }) {
      if !keepFinished(position, &room) { break }
    }
  }

  /// Keeps an operation if there is room; returns whether it is kept.
  private mutating func keepFinished(_ position: Int, _ room: inout Int) -> Bool {
    if lives[position].isKept { return true }
    guard lives[position].size <= room else { return false }
    room -= lives[position].size
    lives[position].isKept = true
    return true
  }

  private func isEarlier(_ a: Int, _ b: Int) -> Bool {
    (lives[a].finished ?? .zero, a) < (lives[b].finished ?? .zero, b)
  }

  /// Of those that the operation depends on the one that finished last.
  private func lastFinished(before position: Int) -> Int? {
    var last: Int?
    for index in lives[position].range where roles[index] == .dependency {
      let other = self.position(of: UInt32(truncatingIfNeeded: event(index).argument))
      guard let other, lives[other].isKnown, lives[other].finished != nil else { continue }
      if lives[other].isDeallocated || last.map({ isEarlier(other, $0) }) ?? false { continue }
      last = other
    }
    return last
  }
}
