import Foundation
import Synchronization
import TraceAnalysis
import TraceRecording
import TraceRendering

extension OperationTracer {
  /// The environment variable that `startFromEnvironment()` looks at: the path of the file to record into.
  public static let environmentVariable = "OPTRACE_FILE"

  /// The environment variable that lets `startFromEnvironment()` report stalls on standard error, too: how long an operation may go
  /// without a move, such as "5s".
  public static let stallVariable = "OPTRACE_STALL_AFTER"

  /// The tracer that records for the environment, kept until the process ends.
  private static let environmentTracer = Mutex<(tracer: OperationTracer, process: pid_t)?>(nil)

  /// Begins to trace every queue of the process into the file that `OPTRACE_FILE` names; does nothing when it is not set.
  ///
  /// `%p` in the name stands for the process's number. A recording that can't begin is reported on standard error, and the
  /// program goes on untraced. Call it as early as possible; later calls return the same tracer.
  ///
  /// With `OPTRACE_STALL_AFTER=5s` beside it, stalls are printed to standard error while the program runs, as `onStall(after:_:)`
  /// does; "500ms" and "2min" are lengths of time, too.
  ///
  /// - Returns: The tracer, or nil when the variable is not set or the recording can't begin.
  @discardableResult
  public static func startFromEnvironment() -> OperationTracer? {
    let variables = ProcessInfo.processInfo.environment
    guard let value = variables[environmentVariable], !value.isEmpty else {
      if !variables[stallVariable, default: ""].isEmpty {
        writeToStandardError(
          "optrace: \(stallVariable) needs \(environmentVariable); stalls are not reported\n"
        )
      }
      return nil
    }
    let path = value.replacing("%p", with: String(ProcessInfo.processInfo.processIdentifier))
    return environmentTracer.withLock { known in
      // The tracer of a parent process records nothing here.
      if let known, known.process == getpid() { return known.tracer }
      do throws(RecordingError) {
        let tracer = try start(recordingTo: .file(path: path))
        known = (tracer, getpid())
        tracer.watchForEnvironment()
        // An orderly exit closes the file; after any other end it is read as it is.
        atexit { OperationTracer.environmentTracer.withLock { $0?.tracer.stop() } }
      } catch {
        writeToStandardError("optrace: \(error.description); the program goes on untraced\n")
      }
      return known?.tracer
    }
  }

  /// Reports stalls if the environment asks for it.
  private func watchForEnvironment() {
    guard let value = ProcessInfo.processInfo.environment[Self.stallVariable], !value.isEmpty
    else { return }
    guard let threshold = DurationWord.duration(value), threshold > .zero else {
      writeToStandardError(
        "optrace: \(Self.stallVariable) is \(VisibleText.line(value, charset: .ascii)), not "
          + "\(DurationWord.expected); stalls are not reported\n"
      )
      return
    }
    onStall(after: threshold)
  }
}
