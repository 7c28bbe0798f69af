extension TraceFileReader {
  mutating func readRecords(
    _ bytes: UnsafeRawBufferPointer,
    thread: ThreadID,
    at offset: UInt64,
    isOrdered: Bool = true
  ) {
    typealias Offset = TraceFileFormat.RecordOffset
    var thread = thread
    // Where records of several threads stand together, a mark between them may be lost.
    var hasMarks = !isOrdered
    var isThreadKnown = true
    let size = TraceFileFormat.recordSize
    var position = 0
    var isEmptyReported = false
    var isTimeReported = false
    // What is lost here is not older than what stands before it.
    var since = lastBegin
    while position < bytes.count {
      let record = UnsafeRawBufferPointer(rebasing: bytes[position...])
      let rawKind = record[Offset.kind]
      var argument = record.integer(UInt64.self, at: Offset.argument)
      var textSlots = 0
      var text: UnsafeRawBufferPointer?
      if rawKind & TraceFileFormat.hasText != 0 {
        let length = Int(UInt32(truncatingIfNeeded: argument))
        textSlots = (length + size - 1) / size
        guard (1 + textSlots) * size <= record.count else {
          report("a text runs out of its chunk", at: offset + UInt64(position))
          lose(record.count / size, since: since)
          return
        }
        text = UnsafeRawBufferPointer(rebasing: record[size...].prefix(length))
      }
      defer { position += (1 + textSlots) * size }
      if rawKind == TraceFileFormat.threadMark {
        thread = ThreadID(rawValue: UInt32(truncatingIfNeeded: argument))
        hasMarks = true
        isThreadKnown = true
        continue
      }
      guard let kind = TraceEvent.Kind(rawValue: rawKind & ~TraceFileFormat.hasText) else {
        // Of a later minor version, or damaged: a zero kind is never written.
        if rawKind == 0 {
          if !isEmptyReported {
            report("records of a chunk are empty, from this one", at: offset + UInt64(position))
          }
          isEmptyReported = true
          if hasMarks { isThreadKnown = false }
          lose(1, since: since)
        }
        continue
      }
      let time = record.integer(UInt64.self, at: Offset.time)
      guard time <= Self.latest(after: startedAt) else {
        if !isTimeReported {
          report(
            "records of a chunk are impossibly late, from this one",
            at: offset + UInt64(position)
          )
        }
        isTimeReported = true
        lose(1, since: since)
        continue
      }
      if isOrdered { since = max(since, time - min(time, Self.patience)) }
      if let isLeftOut, isLeftOut(kind, record.integer(UInt32.self, at: Offset.operation), time) {
        continue
      }
      if let text, Self.hasGap(text) {
        report(
          "a text has zeros in it; what it belongs to is left out",
          at: offset + UInt64(position)
        )
        lose(1, since: since)
        continue
      }
      guard isThreadKnown else {
        lose(1, since: since)
        continue
      }
      if kind.hasText {
        argument = argument & ~0xFFFF_FFFF | UInt64(log.strings.count)
        log.strings.append(text.map { String(decoding: $0, as: UTF8.self) } ?? "")
      }
      append(record, argument: argument, thread: thread)
    }
  }

  mutating func append(
    _ record: UnsafeRawBufferPointer,
    argument: UInt64,
    thread: ThreadID
  ) {
    guard let event = TraceEvent(record: record, argument: argument, thread: thread) else { return }
    let time = event.instant.nanoseconds
    if time < lastTime { isSorted = false }
    lastTime = time
    firstTime = min(firstTime, time)
    latestTime = max(latestTime, time)
    log.events.append(event)
  }

  /// Whether zeros stand in a text as they do in none that was written: at one of its ends, or many of them.
  private static func hasGap(_ text: UnsafeRawBufferPointer) -> Bool {
    if text.first == 0 || text.last == 0 { return true }
    var zeros = 0
    for byte in text {
      zeros = byte == 0 ? zeros + 1 : 0
      if zeros == TraceFileFormat.recordSize { return true }
    }
    return false
  }
}
