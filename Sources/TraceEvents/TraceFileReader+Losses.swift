/// Since when records are missing: chunks are handed out in the order of time, so that what is lost with one is not older than the first
/// record of the one before it.
extension TraceFileReader {
  /// How long a thread may take from an event to the moment at which it asks for room for it, in nanoseconds.
  static let patience: UInt64 = 100_000_000

  /// Notes that records could not be read.
  ///
  /// - Parameters:
  ///   - count: How many, at most.
  ///   - since: A moment of the monotonic clock before all of them.
  mutating func lose(_ count: Int, since: UInt64) {
    damaged += UInt64(count)
    isDamaged = true
    lostSince = min(lostSince, since)
  }

  /// Notes when the chunk began of which these are the records.
  mutating func noteBegin(of records: UnsafeRawBufferPointer) {
    guard let begin = Self.begin(of: records), begin <= Self.latest(after: startedAt) else {
      return
    }
    lastBegin = begin
  }

  /// A moment before all records of a chunk; nil where it has none.
  static func begin(of records: UnsafeRawBufferPointer) -> UInt64? {
    guard records.count >= TraceFileFormat.recordSize else { return nil }
    let time = records.integer(UInt64.self, at: TraceFileFormat.RecordOffset.time)
    return time - min(time, patience)
  }

  /// What was lost, in the log's time.
  mutating func concludeLosses(startedAt: UInt64) {
    func instant(_ time: UInt64) -> TraceInstant {
      TraceInstant(nanoseconds: time > startedAt ? min(time - startedAt, .max) : 0)
    }
    let last = log.events.last?.instant ?? .zero
    for place in log.losses.indices {
      // Where the file could not grow any more, the last chunk was the last that there was room for.
      let isForSpace = log.losses[place].reason == .noSpace
      log.losses[place].since = isForSpace ? min(last, instant(lastBegin)) : last
    }
    guard isDamaged else { return }
    log.losses.append(
      EventLog.Loss(reason: .damaged, count: damaged, since: min(last, instant(lostSince)))
    )
  }
}
