#if os(Linux)
import CPreload
import Glibc
import OperationObservation
import TraceEvents
import TraceRecording

/// The recording of a process into which this library was loaded; nothing of it is public: it is used by being loaded.
enum Preload {
  private static let recording = Slot()

  /// The recording, from the constructor that begins it to the destructor that ends it.
  private final class Slot: @unchecked Sendable {
    // Sendable: it is set before main, and read at exit.
    var recording: Recording?
  }

  static func begin(program: String) -> Bool {
    let settings = RecordingSettings.ofEnvironment()
    for problem in settings.problems { say(problem) }
    guard let path = settings.path(forProcess: getpid()) else {
      say("\(RecordingSettings.Variable.file.rawValue) is not set; nothing is recorded")
      return false
    }
    do throws(RecordingError) {
      let recording = try Recording(
        of: .allQueues,
        into: .file(path: path),
        keeping: settings.bound,
        omitsNames: false,
        program: program
      )
      if let age = settings.stallAge { recording.recordStacks(afterNanoseconds: age.nanoseconds) }
      _ = settings.startCopies(of: recording, at: path)
      Self.recording.recording = recording
      oth_preload_outlive_truncation(path)
      return true
    } catch {
      say("\(error.description); the program goes on untraced")
      return false
    }
  }

  static func end() {
    recording.recording?.stop()
  }

  private static func say(_ sentence: String) {
    writeToStandardError("optrace: \(sentence)\n")
  }
}

@_cdecl("oth_preload_begin")
func begin(program: UnsafePointer<CChar>) -> Bool {
  Preload.begin(program: String(cString: program))
}

@_cdecl("oth_preload_end")
func end() {
  Preload.end()
}

@_cdecl("oth_preload_follows")
func follows() -> Bool {
  RecordingSettings.ofEnvironment().followsChildren
}
#endif
