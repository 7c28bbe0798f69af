#if os(Linux)
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What has become of a recording, in one line for the person who asked for it.
struct RecordingOutcome {
  private let program: TracedProgram
  private let path: String
  private let process: Int32
  private let settings: DiagnosisSettings
  private let charset: TextStyle.Charset
  /// When the program was started, by the clock of files.
  private let began: timespec

  init(
    of program: TracedProgram,
    process: Int32,
    began: timespec,
    settings: DiagnosisSettings,
    charset: TextStyle.Charset
  ) {
    self.began = began
    self.program = program
    path = program.request.path(forProcess: process)
    self.process = process
    self.settings = settings
    self.charset = charset
  }

  /// Whether there is a trace of that process.
  var isThere: Bool {
    TraceHeader(path: path)?.processID == UInt32(process)
  }

  /// The line, without a full stop.
  var line: String {
    let others = children
    guard !others.isEmpty else { return ownLine }
    let names = CountText.list(others.map { VisibleText.line($0, charset: charset) }, atMost: 3)
    return "\(ownLine); \(CountText.of(others.count, "child", "children")) recorded in \(names)"
  }

  /// The traces of the processes that it started, as far as they are from this run.
  private var children: [String] {
    guard program.isFollowed else { return [] }
    return RecordedFile.traces(matching: program.request.file)
      .filter { $0 != path && Self.wasWritten($0, since: began) }
  }

  private static func wasWritten(_ path: String, since began: timespec) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    let changed = status.st_ctim
    return (changed.tv_sec, changed.tv_nsec) >= (began.tv_sec, began.tv_nsec)
  }

  /// What is to be said of the program itself.
  private var ownLine: String {
    guard isThere else { return "nothing was recorded: \(reason)" }
    let next = "see `optrace diagnose \(ShellWord.shown(path, charset: charset))`"
    let log: EventLog
    do throws(TraceFileError) {
      // The end of the program is not to be held up by a long recording.
      let most = StallLookout.mostBytes
      guard let image = try TraceFileImage.read(path: path, holdingAtMost: most) else {
        let megabytes = CountText.grouped(most / 1_000_000)
        return "more than \(megabytes) MB recorded in \(shownPath); \(next)"
      }
      log = try EventLog(
        excerptOf: image,
        recent: StallLookout.recentEvents,
        isGrowing: false
      )
    } catch {
      return "recorded in \(shownPath), which can't be read: \(VisibleText.line(error.description))"
    }
    let trace = Trace(log)
    let problem = trace.problems.first.map { "; \(VisibleText.line($0.message))" } ?? ""
    let dropped = trace.horizon?.droppedOperations ?? 0
    guard !trace.operations.isEmpty || dropped > 0 else {
      return "recorded in \(shownPath), but no operation was seen\(hint)\(problem)"
    }
    let settings = settings.suited(to: trace, from: path)
    let diagnosis = trace.diagnosis(thresholds: settings.thresholds, allowing: settings.allowed)
    let verdict = trace.verdict(diagnosis, charset: charset)
    let count = CountText.of(trace.operations.count + Int(clamping: dropped), "operation")
    return "\(count) recorded in \(shownPath); \(verdict)\(problem); \(next)"
  }

  private var shownPath: String { VisibleText.line(path, charset: charset) }

  private var hint: String {
    program.isFollowed ? "" : "; --follow records the processes that it starts, too"
  }

  private var reason: String {
    if let untraced = program.untraced { return untraced }
    if program.recordsItself {
      return
        "\(program.name) links OperationTracing and did not start it; let it call OperationTracer.startFromEnvironment()"
    }
    return "\(program.name) left no trace in \(shownPath)"
  }
}
#endif
