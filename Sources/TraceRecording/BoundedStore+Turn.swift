import OperationObservation
import TraceEvents

extension BoundedStore {
  /// Makes room if there is little; returns false when the recording is over.
  ///
  /// Called by the keeper, and by nobody else.
  func makeRoom() -> Bool {
    turning.withLock { turning in
      guard let session = turning.session else { return false }
      let current = state.withLock { state in
        turnByTime(&state.blocks)
        return state.blocks.current
      }
      // What was closed before needs nobody to be waited for.
      dropAsNeeded(&turning, session)
      if turning.closed < current {
        // Somebody was stopped in the middle of a record: what is open can't be dropped before that is over.
        guard session.turn(to: current) else { return true }
        turning.closed = current
        state.withLock { $0.blocks.close(before: current, at: ObservationFacts.now) }
        dropAsNeeded(&turning, session)
      }
      return true
    }
  }

  private func dropAsNeeded(_ turning: inout Turning, _ session: ObservationSession) {
    while mustDrop(before: turning.closed) {
      guard dropOldest(&turning, session) else { return }
    }
  }

  /// Begins a generation when the current one has lasted for an eighth of the time that events are kept.
  private func turnByTime(_ blocks: inout BlockTable) {
    guard let kept = bound.nanoseconds, blocks.usedByCurrent > 0 else { return }
    let now = ObservationFacts.now
    guard now - min(now, blocks.begin(of: blocks.current)) >= kept / 8 else { return }
    _ = blocks.turn(at: now)
  }

  private func mustDrop(before closed: UInt64) -> Bool {
    state.withLock { state in
      let oldest = state.blocks.oldest
      guard oldest < state.blocks.current, oldest < closed else { return false }
      if state.isWanting || state.blocks.isShort { return true }
      guard let kept = bound.nanoseconds else { return false }
      let now = ObservationFacts.now
      return now - min(now, state.blocks.begin(of: oldest + 1)) > kept
    }
  }

  /// Drops the oldest generation, into which nobody writes any more; what is still needed of it is carried along.
  ///
  /// Everything is in the file at each moment: first the carried records are written, then one store in the header lets them
  /// hold, and only then may the memory of what they stand for be used again.
  private func dropOldest(_ turning: inout Turning, _ session: ObservationSession) -> Bool {
    let turn = turning.turns + 1
    let (oldest, end, chunks, carriedChunks, most) = state.withLock { state in
      let blocks = state.blocks
      return (
        blocks.oldest, blocks.end(of: blocks.oldest),
        blocks.chunks(of: blocks.oldest), blocks.carriedChunks(of: turning.turns),
        blocks.roomForCarried
      )
    }
    let read = CarriedRecords(
      of: chunks.map { BlockHead(memory(of: $0)) },
      and: carriedChunks.map { BlockHead(memory(of: $0)) },
      generation: oldest,
      end: end,
      pending: turning.pending,
      dropped: turning.dropped
    )
    guard var carried = read else { return false }
    if carried.hasLosses { carried.forgetGone(session.unfinishedOperations()) }
    guard let (written, pieces) = writeShortest(carried, to: most, turn) else { return false }
    // Chunks are numbered in the order of generations.
    let last = chunks.map { BlockHead(memory(of: $0)).number }.max() ?? 0
    turning.firstChunk = max(turning.firstChunk, last + 1)
    headerPage.setHorizon(
      turn,
      oldestGeneration: oldest + 1,
      instant: end.instant,
      written.dropped,
      .init(first: turning.firstChunk, carried: UInt32(pieces))
    )
    turning.turns = turn
    turning.dropped = written.dropped
    turning.pending = written.pending
    headerPage.setTrailer(turn, length: length)
    for chunk in chunks + carriedChunks {
      BlockHead(memory(of: chunk)).wipe(blockSize: blockSize)
    }
    state.withLock { state in
      state.blocks.dropOldest(afterTurn: turn)
      state.isWanting = false
    }
    return true
  }

  /// Writes carried records, fewer of them where blocks do not lie together; returns them as they were chosen and in how many
  /// chunks they are, nil for no room.
  private func writeShortest(
    _ carried: CarriedRecords,
    to blocks: Int,
    _ turn: UInt64
  ) -> (CarriedRecords, chunks: Int)? {
    for most in [blocks, blocks * 3 / 4, blocks / 2] {
      var attempt = carried
      // A tenth is what chunks leave unused at their ends.
      let kept = attempt.reduced(to: most * blockSize * 9 / 10)
      let pieces = CarriedWriter(blockSize: blockSize).pieces(of: kept, in: carried.bytes)
      if write(pieces, turn) { return (attempt, pieces.count) }
    }
    return nil
  }

  /// Writes chunks of carried records; returns false, and takes them back, when there is no room.
  private func write(_ pieces: [CarriedWriter.Piece], _ turn: UInt64) -> Bool {
    for (index, piece) in pieces.enumerated() {
      let size = TraceFileFormat.chunkHeadSize + piece.bytes.count
      let count = (size + blockSize - 1) / blockSize
      let chunk = state.withLock { $0.blocks.takeCarried(count, of: turn) }
      guard let chunk else {
        state.withLock { $0.blocks.discardCarried(of: turn) }
        return false
      }
      let memory = memory(of: chunk)
      let head = BlockHead(memory)
      head.begin(piece.thread, UInt32(truncatingIfNeeded: index), .carried, turn)
      UnsafeMutableRawBufferPointer(rebasing: memory[TraceFileFormat.chunkHeadSize...])
        .copyBytes(from: piece.bytes)
      head.commit(piece.bytes.count)
    }
    return true
  }
}
