extension TraceFileReader {
  private typealias Offset = TraceFileFormat.HeaderOffset

  /// Reads the horizon of a recording whose chunks follow one another, if it has one.
  mutating func readHorizon(_ header: UnsafeRawBufferPointer) {
    let flags = header.integer(UInt32.self, at: Offset.flags)
    let turns = header.acquireUInt64(at: Offset.turns)
    guard flags & TraceFileFormat.HeaderFlag.isBounded != 0, turns > 0 else { return }
    let place = Offset.horizons + Int(turns & 1) * TraceFileFormat.horizonSize
    let minor = header.integer(UInt16.self, at: Offset.minorVersion)
    guard
      minor < TraceFileFormat.firstMinorThatCounts
        || TraceFileFormat.isSound(horizon: header, at: place)
    else {
      report(
        "the horizon in the header is damaged; what was dropped is not known",
        at: UInt64(place)
      )
      return lose(0, since: 0)
    }
    log.horizon = Self.horizon(header, at: place)
  }

  /// The horizon at a place of the header.
  static func horizon(_ header: UnsafeRawBufferPointer, at place: Int) -> TraceHorizon {
    typealias Field = TraceFileFormat.HorizonOffset
    let nanoseconds = header.integer(UInt64.self, at: Offset.boundNanoseconds)
    return TraceHorizon(
      instant: TraceInstant(nanoseconds: header.integer(UInt64.self, at: place + Field.instant)),
      lastOperation: OperationID(
        rawValue: header.integer(UInt32.self, at: place + Field.lastOperation)
      ),
      droppedEvents: header.integer(UInt64.self, at: place + Field.droppedEvents),
      droppedOperations: header.integer(UInt64.self, at: place + Field.droppedOperations),
      shortenedOperations: header.integer(UInt64.self, at: place + Field.shortenedOperations),
      bound: TraceBound(
        bytes: header.integer(UInt64.self, at: Offset.boundBytes),
        nanoseconds: nanoseconds == 0 ? nil : nanoseconds
      )
    )
  }

  /// A horizon that is not told, as the chunks let one think it was: when what was dropped was closed, the second generation had hardly begun.
  static func concludedHorizon(
    _ chunks: [BlockChunk],
    _ layout: BlockLayout,
    _ body: UnsafeRawBufferPointer
  ) -> TraceHorizon {
    let ordinary = chunks.filter { $0.kind == .ordinary }
    let oldest = layout.oldestGeneration
    let later = ordinary.filter { $0.generation > oldest }
    let begins = (later.isEmpty ? ordinary : later).compactMap { begin(of: $0.records(in: body)) }
    return TraceHorizon(
      instant: TraceInstant(nanoseconds: begins.min() ?? 0),
      lastOperation: OperationID(rawValue: 0),
      bound: TraceBound(bytes: UInt64(TraceFileFormat.headerSize + body.count))
    )
  }

  /// Takes the operations of which there is no beginning for those that were over at a horizon that is not told.
  mutating func concludeLastOperation() {
    guard log.horizon != nil else { return }
    var last: UInt32 = 0
    var known: Set<OperationID> = []
    for event in log.events where event.kind == .operationSeen || event.kind == .enqueued {
      if let operation = event.operation { known.insert(operation) }
    }
    for event in log.events {
      guard let operation = event.operation, !known.contains(operation) else { continue }
      last = max(last, operation.rawValue)
    }
    log.horizon?.lastOperation = OperationID(rawValue: last)
  }
}

extension TraceFileFormat {
  /// A number that tells whether the fields of a horizon belong together.
  package static func check(ofHorizon header: UnsafeRawBufferPointer, at place: Int) -> UInt32 {
    header[place..<place + HorizonOffset.check].reduce(0x811C_9DC5) {
      ($0 ^ UInt32($1)) &* 0x0100_0193
    }
  }

  /// Whether they do.
  static func isSound(horizon header: UnsafeRawBufferPointer, at place: Int) -> Bool {
    header.integer(UInt32.self, at: place + HorizonOffset.check)
      == check(ofHorizon: header, at: place)
  }
}
