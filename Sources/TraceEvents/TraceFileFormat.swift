/// The layout of a `.optrace` file, as numbers.
///
/// The page on the file format says what they mean.
package enum TraceFileFormat {
  /// The first eight bytes of a file.
  package static let magic: [UInt8] = Array("OPTRACE\n".utf8)
  /// The version of the layout that this code writes; a reader refuses another major version.
  package static let majorVersion: UInt16 = 1
  /// Raised when something is added that an older reader may pass over.
  package static let minorVersion: UInt16 = 2
  /// The first minor version that counts chunks, so that a reader sees whether one is missing.
  package static let firstMinorThatCounts: UInt16 = 2
  /// The bytes before the first chunk.
  package static let headerSize = 4096
  /// The bytes of one record.
  package static let recordSize = 32
  /// The bytes of a chunk's head.
  package static let chunkHeadSize = 64
  /// The first four bytes of a chunk.
  package static let chunkMagic: UInt32 = 0x4B4E_4843
  /// Chunks begin and end at multiples of this.
  package static let chunkAlignment = 4096
  /// Set in a record's kind when a text follows.
  package static let hasText: UInt8 = 0x80
  /// The longest program name in the header.
  package static let maximumProgramName = 255

  /// Where the fields of the header are.
  package enum HeaderOffset {
    package static let majorVersion = 8
    package static let minorVersion = 10
    package static let headerSize = 12
    package static let recordSize = 16
    package static let processID = 20
    package static let startedAtMonotonic = 24
    package static let startedAtUnix = 32
    package static let flags = 40
    package static let state = 44
    package static let end = 48
    package static let lost = 56
    package static let programLength = 64
    package static let program = 66
    package static let boundBytes = 328
    package static let boundNanoseconds = 336
    package static let blockSize = 344
    package static let length = 352
    package static let turns = 360
    package static let horizons = 368
    package static let used = 496
    package static let chunks = 504
    package static let stallAfter = 512
  }

  /// Where the fields of a horizon are, of which the header has two.
  package enum HorizonOffset {
    package static let oldestGeneration = 0
    package static let instant = 8
    package static let lastOperation = 16
    package static let droppedEvents = 24
    package static let droppedOperations = 32
    package static let shortenedOperations = 40
    package static let firstChunk = 48
    package static let carriedChunks = 56
    package static let check = 60
  }
  /// The longest text of a record, in bytes.
  package static let mostText = 16_384
  /// The bytes of a horizon.
  package static let horizonSize = 64
  /// The bytes behind the last block, the last eight of which say how often blocks have been freed.
  package static let trailerSize = 4096

  /// Where the fields of a chunk's head are.
  package enum ChunkOffset {
    package static let magic = 0
    package static let size = 4
    package static let thread = 8
    package static let index = 12
    package static let committed = 16
    package static let kind = 20
    package static let generation = 24
    package static let number = 32
  }

  /// The kinds of chunks.
  package enum ChunkKind: UInt32 {
    /// Records as they were written.
    case ordinary = 0
    /// Records of dropped generations that are still needed.
    case carried = 1
  }

  /// The kind of a record that says of which thread the records behind it in its chunk are.
  package static let threadMark: UInt8 = 8

  /// Where the fields of a record are.
  package enum RecordOffset {
    package static let time = 0
    package static let operation = 8
    package static let queue = 12
    package static let argument = 16
    package static let actor = 24
    package static let kind = 28
    package static let flags = 29
    package static let detail = 30
  }

  /// Bits of the header's flags.
  package enum HeaderFlag {
    package static let omitsNames: UInt32 = 1
    /// The recording keeps its most recent part only.
    package static let isBounded: UInt32 = 2
  }

  /// The header's state.
  package enum RecordingState: UInt32 {
    case recording = 0
    case stopped = 1
    case noSpace = 2
  }
}
