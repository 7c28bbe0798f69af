import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#else
#error("no C library is known for this platform")
#endif

/// Reads a trace again and again while it grows, at no more than a tenth of a processor's time.
///
/// The file may not be there yet, may be cut, and may be replaced by that of another process.
struct TraceFollower {
  private let path: String
  private let process: UInt32?
  private let settings: DiagnosisSettings
  private let live: DiagnosisThresholds
  private let charset: TextStyle.Charset

  private var identity: Identity?
  private var known: Known?
  private var isFinished = false

  /// In how many nanoseconds it should be asked again.
  private(set) var pause: UInt64 = 0

  /// What there is to see of the file.
  enum Outcome: Sendable {
    /// A trace that was read just now.
    case trace(WatchedTrace)
    /// Nothing has changed, and nothing will unless the file is replaced.
    case unchanged
    /// There is no trace to see; the words say why, and are safe to show.
    case absent(String)
    /// There is no trace to see, and there will be none.
    case over(String)
  }

  /// Which file it is, and of which length: what tells that it was replaced or written to by other means than the memory.
  private struct Identity: Hashable {
    var device: UInt64
    var inode: UInt64
    var size: Int
    var modified: Int
  }

  /// The process that writes the file, as it was when it was seen first.
  private struct Known {
    var processID: UInt32
    var inode: UInt64
    var status: SystemProcess.Status?
  }

  /// Follows a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - process: The process that will write it, if it is known: a trace of another one is an old one.
  ///   - settings: What someone has set about a diagnosis.
  ///   - live: The thresholds of what is not set, while the program runs.
  ///   - charset: The characters for names.
  init(
    path: String,
    ofProcess process: UInt32? = nil,
    settings: DiagnosisSettings,
    live: DiagnosisThresholds = .live,
    charset: TextStyle.Charset
  ) {
    self.path = path
    self.live = live
    self.process = process
    self.settings = settings
    self.charset = charset
  }

  /// The largest trace that is read again and again, in events: beyond it that takes gigabytes.
  static let mostEvents = 8_000_000
  private static let shortest: UInt64 = 400_000_000
  private static let idle: UInt64 = 1_000_000_000

  /// Reads the file if there may be something new in it.
  mutating func look() -> Outcome {
    let begin = Self.processorTime
    var outcome = read()
    if case .absent = outcome, let process, !SystemProcess(process).isThere {
      // It may have begun and ended since.
      outcome = read()
      if case .absent = outcome {
        outcome = .over("the program has ended, and recorded nothing")
      }
    }
    let spent = Self.processorTime - begin
    // Nine times what it took lies between two looks.
    pause = max(Self.shortest, spent &* 9)
    if case .unchanged = outcome { pause = max(pause, Self.idle) }
    if case .trace(var watched) = outcome, watched.presence == .alive {
      watched.restNanoseconds = pause
      return .trace(watched)
    }
    return outcome
  }

  private mutating func read() -> Outcome {
    guard let now = Self.identity(of: path) else {
      let number = errno
      forget()
      let words = number == ENOENT ? "it is not there yet" : systemMessage(number)
      return .absent("waiting for \(VisibleText.line(path)): \(words)")
    }
    if isFinished, now == identity { return .unchanged }
    let isOther = now.inode != identity?.inode || now.device != identity?.device
    if isOther { forget() }
    identity = now
    let trace: Trace
    let presence: WatchedTrace.Presence
    do throws(TraceFileError) {
      let header = TraceHeader(path: path)
      if let process, header?.processID != process {
        return .absent("waiting for the program to begin")
      }
      // Before the file is read: what a program that has ended leaves behind is then all there.
      let isRunning = isRunning(header?.processID ?? 0, inode: now.inode)
      let most = Self.mostEvents * TraceFileFormat.recordSize
      guard let image = try TraceFileImage.read(path: path, holdingAtMost: most) else {
        let most = CountText.grouped(Self.mostEvents)
        return .over(
          "\(VisibleText.line(path)) holds more than \(most) events, too many to be watched"
        )
      }
      // Of what is being written the youngest is not complete; of what was left behind each event counts.
      let log = isRunning == true ? try EventLog(growing: image) : try EventLog(image)
      guard header?.processID == log.header.processID else {
        return .absent("waiting for the program to begin")
      }
      trace = Trace(log)
      presence = Self.presence(of: trace, isRunning: isRunning)
    } catch {
      return .absent(words(for: error, size: now.size))
    }
    isFinished = presence != .alive
    let base = DiagnosisSettings.stallAfter(trace).map { .live(stall: $0) } ?? live
    let isLive = presence == .alive || DiagnosisSettings.stallAfter(trace) != nil
    let settings = isLive ? settings.based(on: base) : settings
    let diagnosis = trace.diagnosis(thresholds: settings.thresholds, allowing: settings.allowed)
    return .trace(
      WatchedTrace(trace, diagnosis: diagnosis, presence: presence, charset: charset)
    )
  }

  private mutating func forget() {
    identity = nil
    known = nil
    isFinished = false
  }

  private func words(for error: TraceFileError, size: Int) -> String {
    let name = VisibleText.line(path)
    switch error {
    case .notATrace where size < TraceFileFormat.headerSize:
      return "waiting for \(name): it is empty so far"
    case .notATrace: return "\(name) is not a trace; give a .optrace file"
    case .unreadable(_, let number): return "can't read \(name): \(systemMessage(number))"
    case .unsupportedVersion, .damagedHeader:
      return "\(name): \(VisibleText.line(error.description))"
    }
  }

  // MARK: Whether the program goes on

  private static func presence(
    of trace: Trace,
    isRunning: Bool?
  ) -> WatchedTrace.Presence {
    if trace.wasStopped { return .stopped }
    return isRunning ?? TraceLife.isRunning(trace, isElsewhere: true) ? .alive : .gone
  }

  /// Whether the process that writes the file runs; nil when it is not known which one that is, as for one in a container.
  private mutating func isRunning(_ processID: UInt32, inode: UInt64) -> Bool? {
    guard processID > 0 else { return nil }
    #if os(Linux)
    let status = SystemProcess(processID).status
    if let known, known.processID == processID, known.inode == inode {
      return status?.hasEnded == false && known.status?.startedAt == status?.startedAt
    }
    // A child of this process is nowhere else.
    guard let status else { return processID == process ? false : nil }
    if status.hasEnded { return false }
    // A look at its memory map is dear to it, and is taken once.
    guard ProcessTrace(processID).maps(inode: inode) ?? true else { return nil }
    known = Known(processID: processID, inode: inode, status: status)
    return true
    #else
    return kill(pid_t(processID), 0) == 0 ? true : nil
    #endif
  }

  // MARK: The system

  private static func identity(of path: String) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
    let modified = status.st_mtimespec
    #else
    let modified = status.st_mtim
    #endif
    return Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(status.st_ino),
      size: Int(status.st_size),
      modified: Int(modified.tv_sec) &* 1_000_000_000 &+ Int(modified.tv_nsec)
    )
  }

  private static var processorTime: UInt64 { clockNanoseconds(CLOCK_THREAD_CPUTIME_ID) }
}
