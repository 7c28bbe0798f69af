public import Foundation
import OperationObservation
import TraceEvents
public import TraceModel
public import TraceRecording

/// Records what happens to operations while it lives, without any change to them, their queues or their classes.
///
/// ```swift
/// let tracer = try OperationTracer.start(tracing: queue)
/// // … the program runs …
/// tracer.stop()
/// print(tracer.trace().timelineText())
/// ```
///
/// Several tracers can record at once; each sees its own queues, and what their operations depend on. A tracer that is
/// released stops. All of its methods may be called from any thread, also while the traced program hangs.
public final class OperationTracer: Sendable {
  let recording: Recording

  private init(_ recording: Recording) {
    self.recording = recording
  }

  deinit {
    recording.stop()
  }

  /// Begins to trace queues.
  ///
  /// Of queues that are named, what is already in them is traced, too; of the others, what is added from now on and what
  /// starts.
  ///
  /// - Parameters:
  ///   - queues: The queues to trace; none for every queue of the process, also those made later.
  ///   - destination: Where the recording goes.
  ///   - keeping: How much of it is kept: everything, or the most recent part, for a program that runs for long.
  ///   - names: Whether names of operations are recorded.
  /// - Returns: The tracer, which records until it is stopped or released.
  /// - Throws: A `RecordingError` that says what is missing; then nothing is traced, and the program can go on.
  public static func start(
    tracing queues: OperationQueue...,
    recordingTo destination: Destination = .memory,
    keeping: Keeping = .everything,
    names: Names = .recorded
  ) throws(RecordingError) -> OperationTracer {
    try start(
      queues.isEmpty ? .allQueues : .queues(queues),
      recordingTo: destination,
      keeping: keeping.bound,
      names: names
    )
  }

  /// Begins to trace queues, none for every queue, of a program that may not be the process's executable but a part of it,
  /// and has a name of its own.
  package static func start(
    tracing queues: [OperationQueue],
    recordingTo destination: Destination,
    program: String? = nil
  ) throws(RecordingError) -> OperationTracer {
    try start(
      queues.isEmpty ? .allQueues : .queues(queues),
      recordingTo: destination,
      names: .recorded,
      program: program
    )
  }

  static func start(
    _ scope: ObservationSession.Scope,
    recordingTo destination: Destination,
    keeping bound: RecordingBound? = nil,
    names: Names = .recorded,
    program: String? = nil
  ) throws(RecordingError) -> OperationTracer {
    OperationTracer(
      try Recording(
        of: scope,
        into: destination.store,
        keeping: bound,
        omitsNames: names == .omitted,
        program: program
      )
    )
  }

  /// What has happened up to now, or up to the stop.
  ///
  /// It rests on the record alone and asks the traced objects nothing, so it returns also when they hang. A recording goes on.
  ///
  /// - Complexity: Linear in the number of events (times its logarithm).
  public func trace() -> Trace {
    Trace(recording.log())
  }

  /// Writes a file with what has been recorded up to now, whole or not at all; the recording goes on.
  ///
  /// For a recording that keeps its most recent part: what led to something that has just been noticed would be dropped later.
  ///
  /// - Parameter path: The `.optrace` file to write, which is replaced if it is there.
  /// - Throws: A `RecordingError` when the file can't be written.
  public func copy(to path: String) throws(RecordingError) {
    let failure = recording.copy(to: path)
    guard failure == 0 else { throw .file(path: path, errno: failure) }
  }

  /// Ends the recording; everything is as before.
  ///
  /// Does nothing when it has ended.
  public func stop() {
    recording.stop()
  }

  /// Where a recording goes.
  public enum Destination: Hashable, Sendable {
    /// The memory of this process: 32 bytes for an event.
    case memory
    /// A `.optrace` file, which is replaced if it is there. Other processes can read it while it grows, and it stays when this
    /// process is killed.
    case file(path: String)

    var store: ChunkStore.Destination {
      switch self {
      case .memory: .memory
      case .file(let path): .file(path: path)
      }
    }
  }

  /// How much of a recording is kept.
  public enum Keeping: Hashable, Sendable {
    /// Everything: the recording grows by 32 bytes for each event.
    case everything
    /// The most recent part that fits into that many bytes, at least 1 MiB, which are reserved at the beginning and never
    /// exceeded. Of operations that have not finished everything stays.
    case bytes(Int)
    /// What happened within that time, at least a second, as far as it fits into 128 MiB, which are reserved at the beginning. Of
    /// operations that have not finished everything stays.
    case duration(Duration)

    var bound: RecordingBound? {
      switch self {
      case .everything: nil
      case .bytes(let bytes): .bytes(bytes)
      case .duration(let duration): .duration(duration)
      }
    }
  }

  /// Whether names are recorded.
  public enum Names: Hashable, Sendable {
    /// Names of operations and queues are recorded.
    case recorded
    /// Names of operations are kept out of the recording, where they may carry data of users;
    /// class and number stand for them. Names of queues and classes are recorded.
    case omitted
  }
}
