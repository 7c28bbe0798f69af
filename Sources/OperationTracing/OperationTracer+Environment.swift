import Foundation
import Synchronization
import TraceRecording

extension OperationTracer {
  /// The environment variable that `startFromEnvironment()` looks at: the path of the file to record into.
  public static let environmentVariable = "OPTRACE_FILE"

  /// The tracer that records for the environment, kept until the process ends.
  private static let environmentTracer = Mutex<(tracer: OperationTracer, process: pid_t)?>(nil)

  /// Begins to trace every queue of the process into the file that `OPTRACE_FILE` names; does nothing when it is not set.
  ///
  /// `%p` in the name stands for the process's number. A recording that can't begin is reported on standard error, and the
  /// program goes on untraced. Call it as early as possible; later calls return the same tracer.
  ///
  /// - Returns: The tracer, or nil when the variable is not set or the recording can't begin.
  @discardableResult
  public static func startFromEnvironment() -> OperationTracer? {
    guard let value = ProcessInfo.processInfo.environment[environmentVariable], !value.isEmpty
    else { return nil }
    let path = value.replacing("%p", with: String(ProcessInfo.processInfo.processIdentifier))
    return environmentTracer.withLock { known in
      // The tracer of a parent process records nothing here.
      if let known, known.process == getpid() { return known.tracer }
      do throws(RecordingError) {
        let tracer = try start(recordingTo: .file(path: path))
        known = (tracer, getpid())
        // An orderly exit closes the file; after any other end it is read as it is.
        atexit { OperationTracer.environmentTracer.withLock { $0?.tracer.stop() } }
      } catch {
        writeToStandardError("optrace: \(error.description); the program goes on untraced\n")
      }
      return known?.tracer
    }
  }
}
