import TraceEvents

/// Lays out records that are carried along: those of a thread together, with a mark where the thread changes.
struct CarriedWriter {
  /// The records of one chunk.
  struct Piece {
    var thread: UInt32
    var bytes: [UInt8] = []
  }

  let blockSize: Int

  /// The chunks' records.
  func pieces(of log: EventLog) -> [Piece] {
    let capacity = blockSize - TraceFileFormat.chunkHeadSize
    var pieces: [Piece] = []
    var thread: UInt32 = 0
    for event in log.events.sorted(by: { $0.thread < $1.thread }) {
      let record = TraceFileWriter.record(of: event, in: log)
      let isNew = event.thread.rawValue != thread
      let size = record.count + (isNew ? TraceFileFormat.recordSize : 0)
      if pieces.last.map({ $0.bytes.count + size > capacity }) ?? true {
        pieces.append(Piece(thread: event.thread.rawValue))
      } else if isNew {
        pieces[pieces.count - 1].bytes += TraceFileWriter.threadMark(event.thread)
      }
      thread = event.thread.rawValue
      pieces[pieces.count - 1].bytes += record
    }
    return pieces
  }

  /// How many bytes an event takes, without marks of threads.
  static func size(of event: TraceEvent, in log: EventLog) -> Int {
    let size = TraceFileFormat.recordSize
    guard event.kind.hasText, let text = log.string(at: event.argument & 0xFFFF_FFFF) else {
      return size
    }
    return size + (text.utf8.count + size - 1) / size * size
  }
}
