extension EventLog {
  /// Reads of a long recording what matters for what goes on at its end, in a fraction of the time and memory of all of it.
  ///
  /// That is everything about what had not finished, and of what had, the most recent part. It has a horizon as a recording that
  /// keeps its most recent part has, which counts what was left out. A short recording is read whole.
  ///
  /// - Parameters:
  ///   - image: What the file holds; another process may be writing it.
  ///   - recent: About how many of the last records are read whatever they are about.
  ///   - isGrowing: Whether to read until the last sign of life only, as of a file that is being written.
  /// - Throws: An error when it is no trace.
  package init(
    excerptOf image: TraceFileImage,
    recent: Int,
    isGrowing: Bool
  ) throws(TraceFileError) {
    var survey = RecordSurvey()
    let header = UnsafeRawBufferPointer(rebasing: image.bytes.prefix(TraceFileFormat.headerSize))
    let body = UnsafeRawBufferPointer(rebasing: image.bytes.dropFirst(header.count))
    if image.heldSize / TraceFileFormat.recordSize > recent {
      _ = try TraceFileReader.read(header: header, bodies: [body]) { kind, operation, time in
        survey.add(kind, operation, time)
        return true
      }
    }
    guard let horizon = survey.horizon(recent: recent) else {
      self = isGrowing ? try EventLog(growing: image) : try EventLog(image)
      return
    }
    survey.drop(before: horizon)
    let over = survey
    var dropped: UInt64 = 0
    self = try TraceFileReader.read(header: header, bodies: [body]) { _, operation, time in
      guard time < horizon, over.isDropped(operation) else { return false }
      dropped += 1
      return true
    }
    if isGrowing { self = cut(atLastSignIn: image.bytes) }
    let own = self.horizon
    if let problem = own?.problem { problems.append(problem) }
    let began = image.bytes.integer(
      UInt64.self,
      at: TraceFileFormat.HeaderOffset.startedAtMonotonic
    )
    let instant = TraceInstant(nanoseconds: horizon > began ? horizon - began : 0)
    self.horizon = TraceHorizon(
      instant: max(instant, own?.instant ?? .zero),
      lastOperation: max(survey.lastDropped, own?.lastOperation ?? survey.lastDropped),
      droppedEvents: dropped + (own?.droppedEvents ?? 0),
      droppedOperations: UInt64(survey.droppedCount) + (own?.droppedOperations ?? 0),
      shortenedOperations: own?.shortenedOperations ?? 0,
      bound: own?.bound ?? TraceBound(bytes: UInt64(image.heldSize))
    )
    self.horizon?.isExcerpt = true
  }
}

/// When operations finished, and when records were written: what tells which of them can be left out.
private struct RecordSurvey {
  /// When each operation finished, by its number; zero for one that has not.
  private var finishes: [UInt64] = []
  /// The times of some of the records.
  private var sample: [UInt64] = []
  private var count = 0
  /// Of which operations a completion block runs, or a call is blocked: they may keep others from getting on when they have finished.
  private var busy: Set<UInt32> = []
  private var isOver: [Bool] = []
  private(set) var droppedCount = 0
  private(set) var lastDropped = OperationID(rawValue: 0)

  /// One record of so many is remembered by its time.
  private static let stride = 64
  /// Numbers are given one after the other; one above this is damaged, and its operation is not left out.
  private static let highest = 1 << 26

  mutating func add(_ kind: TraceEvent.Kind, _ operation: UInt32, _ time: UInt64) {
    if count.isMultiple(of: Self.stride) { sample.append(time) }
    count += 1
    switch kind {
    case .completionBegan, .callBlocked: busy.insert(operation)
    case .completionEnded, .callReturned: busy.remove(operation)
    default: break
    }
    guard kind == .finished, operation < Self.highest else { return }
    let place = Int(operation)
    if finishes.count <= place {
      finishes.append(contentsOf: repeatElement(0, count: place + 1 - finishes.count))
    }
    finishes[place] = max(finishes[place], time)
  }

  /// Since when there are about so many records; nil when there are no more.
  func horizon(recent: Int) -> UInt64? {
    guard count > recent + Self.stride else { return nil }
    return sample.sorted()[max(0, sample.count - 1 - recent / Self.stride)]
  }

  mutating func drop(before horizon: UInt64) {
    isOver = finishes.map { $0 > 0 && $0 < horizon }
    for operation in busy where operation < isOver.count { isOver[Int(operation)] = false }
    for (number, isOver) in isOver.enumerated() where isOver {
      droppedCount += 1
      lastDropped = OperationID(rawValue: UInt32(number))
    }
  }

  func isDropped(_ operation: UInt32) -> Bool {
    operation < isOver.count && isOver[Int(operation)]
  }
}
