import TraceEvents

/// Lays out records that are carried along, those of each thread together: with a mark where the thread changes.
struct CarriedWriter {
  /// The records of one chunk.
  struct Piece {
    var thread: UInt32
    var bytes: [UInt8] = []
  }

  let blockSize: Int

  /// The chunks' records, of records whose bytes are among these.
  func pieces(of records: [CarriedRecord], in bytes: [UInt8]) -> [Piece] {
    let capacity = blockSize - TraceFileFormat.chunkHeadSize
    var pieces: [Piece] = []
    var thread: ThreadID?
    for record in records {
      let isNew = record.event.thread != thread
      let size = record.bytes.count + (isNew ? TraceFileFormat.recordSize : 0)
      thread = record.event.thread
      if pieces.last.map({ $0.bytes.count + size > capacity }) ?? true {
        pieces.append(Piece(thread: record.event.thread.rawValue))
        pieces[pieces.count - 1].bytes.reserveCapacity(capacity)
      } else if isNew {
        pieces[pieces.count - 1].bytes += TraceFileWriter.threadMark(record.event.thread)
      }
      pieces[pieces.count - 1].bytes += bytes[record.bytes]
    }
    return pieces
  }
}
