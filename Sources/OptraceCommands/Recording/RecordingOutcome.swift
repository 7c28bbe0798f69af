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

  init(
    of program: TracedProgram,
    process: Int32,
    settings: DiagnosisSettings,
    charset: TextStyle.Charset
  ) {
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
    program.request.variables["OPTRACE_FOLLOW"] == nil
      ? "; --follow records the processes that it starts, too" : ""
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
