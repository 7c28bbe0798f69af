import Foundation
import Synchronization
import TraceRecording

extension OperationTracer {
  /// The environment variable that `startFromEnvironment()` looks at: the path of the file to record into.
  public static let environmentVariable = RecordingSettings.Variable.file.rawValue

  /// The environment variable that lets `startFromEnvironment()` report stalls on standard error, too: how long an operation may go
  /// without a move, such as "5s".
  public static let stallVariable = RecordingSettings.Variable.stallAfter.rawValue

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
  /// With `OPTRACE_KEEP=64MiB` beside it, the most recent part is kept that fits into so much; with `OPTRACE_KEEP=10min`, what
  /// happened within that time. Then SIGUSR2, or the signal that `OPTRACE_COPY_SIGNAL` names, puts a copy aside, and so does each new
  /// stall: a file beside the recording, whose name is printed to standard error.
  ///
  /// - Returns: The tracer, or nil when the variable is not set or the recording can't begin.
  @discardableResult
  public static func startFromEnvironment() -> OperationTracer? {
    environmentTracer.withLock { known in
      // The tracer of a parent process records nothing here.
      if let known, known.process == getpid() { return known.tracer }
      let settings = RecordingSettings.ofEnvironment()
      for problem in settings.problems { writeToStandardError("optrace: \(problem)\n") }
      guard let path = settings.path(forProcess: getpid()) else { return nil }
      do throws(RecordingError) {
        let tracer = try start(
          .allQueues,
          recordingTo: .file(path: path),
          keeping: settings.bound
        )
        known = (tracer, getpid())
        let copies = settings.startCopies(of: tracer.recording, at: path)
        if let age = settings.stallAge {
          tracer.onStall(after: age) { report in
            copies?.request()
            report.printToStandardError()
          }
        }
        // An orderly exit closes the file; after any other end it is read as it is.
        atexit { OperationTracer.environmentTracer.withLock { $0?.tracer.stop() } }
      } catch {
        writeToStandardError("optrace: \(error.description); the program goes on untraced\n")
      }
      return known?.tracer
    }
  }
}
