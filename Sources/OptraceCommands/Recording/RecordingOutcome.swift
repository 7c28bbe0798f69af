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

  /// The largest trace that is diagnosed at once, in events: the end of the program is not to be held up.
  private static let mostEvents = 500_000

  /// Whether there is a trace of that process.
  var isThere: Bool {
    guard let head = head() else { return false }
    return head.processID == UInt32(process)
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
    let size = size
    let next = "see `optrace diagnose \(shownPath)`"
    guard size / TraceFileFormat.recordSize <= Self.mostEvents else {
      let megabytes = CountText.grouped(size / 1_000_000)
      return "recorded in \(shownPath) (\(megabytes) MB); \(next)"
    }
    let log: EventLog
    do throws(TraceFileError) {
      log = try EventLog(path: path)
    } catch {
      return "recorded in \(shownPath), which can't be read: \(VisibleText.line(error.description))"
    }
    let trace = Trace(log)
    let problem = trace.problems.first.map { "; \(VisibleText.line($0.message))" } ?? ""
    guard !trace.operations.isEmpty else {
      return "recorded in \(shownPath), but no operation was seen\(hint)\(problem)"
    }
    let diagnosis = trace.diagnosis(thresholds: settings.thresholds, allowing: settings.allowed)
    let verdict = trace.verdict(diagnosis, charset: charset)
    let count = CountText.of(trace.operations.count, "operation")
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

  private var size: Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  private func head() -> TraceHeader? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: TraceFileFormat.headerSize)
    let count = read(descriptor, &bytes, bytes.count)
    return try? EventLog(bytes: Array(bytes.prefix(max(0, count)))).header
  }
}
#endif
