import OperationObservation
import TraceEvents

/// The memory that a recording is written into.
protocol RecordingStore: ChunkSource {
  /// The header page.
  var headerPage: TraceHeaderPage { get }
  /// Whether this process began the recording; a child of fork must change nothing in it.
  var isOwned: Bool { get }
  /// How many bytes have been handed out.
  var size: Int { get }

  /// What the store needs of the session that writes into it; called once, before anything else.
  func attach(_ session: ObservationSession)
  /// Reads what has been recorded so far.
  func read() throws(TraceFileError) -> EventLog
  /// The bytes of a file that holds what has been recorded so far.
  func copy() throws(TraceFileError) -> [UInt8]
  /// Says once on standard error that the recording ended early, if it did.
  func reportEnd()
  /// Lets nothing of the store use the session any more, which is about to end.
  func detach()
  /// Says that the recording ended in good order; nobody may write any more.
  func finish()
  /// Gives the memory back; nobody may write or read any more.
  func release()
}

extension ChunkStore: RecordingStore {
  func attach(_ session: ObservationSession) {}
  func detach() {}
  func copy() throws(TraceFileError) -> [UInt8] { TraceFileWriter.bytes(of: try read()) }
}
