import OperationObservation
import Synchronization
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRecording

/// Watches one recording for stalls, on a thread of its own, and reports each root cause once.
struct StallWatch: ~Copyable {
  private weak var recording: Recording?
  private let threshold: UInt64
  private let thresholds: DiagnosisThresholds
  private let report: @Sendable (StallReport) -> Void

  private var suspects: StallSuspects
  private var reported = ReportedCauses()

  /// The largest recording that is analysed, in events: beyond it that takes seconds, and hundreds of megabytes.
  static let mostEvents = 64 << 20 / TraceFileFormat.recordSize
  private static let isSaid = Atomic<Bool>(false)
  /// How many operations that do not move are told apart.
  private static let mostSuspects = 4_096

  /// Starts to watch a recording, until it is stopped or gone.
  static func start(
    _ recording: Recording,
    after threshold: Duration,
    report: @escaping @Sendable (StallReport) -> Void
  ) {
    let weak = WeakRecording(recording: recording)
    recording.recordStacks(afterNanoseconds: nanoseconds(threshold))
    PlainThread.start(named: "optrace-stalls") {
      var watch = StallWatch(recording: weak.recording, after: threshold, report: report)
      watch.run()
    }
  }

  private struct WeakRecording: Sendable {
    weak var recording: Recording?
  }

  private init(
    recording: Recording?,
    after threshold: Duration,
    report: @escaping @Sendable (StallReport) -> Void
  ) {
    self.recording = recording
    self.threshold = Self.nanoseconds(threshold)
    suspects = StallSuspects(age: self.threshold)
    self.report = report
    thresholds = .live(stall: threshold)
  }

  private static func nanoseconds(_ duration: Duration) -> UInt64 {
    // A day stands for all that is longer, a millisecond for all that is shorter.
    let bounded = min(max(duration, .milliseconds(1)), .seconds(86_400))
    return UInt64(bounded / .nanoseconds(1))
  }

  private mutating func run() {
    let pause = max(20_000_000, min(threshold / 4, 250_000_000))
    while true {
      PlainThread.sleep(nanoseconds: pause)
      switch look() {
      case .over: return
      case .nothingNew: continue
      // Nothing of the recording is held here: the report may take its time, or never return.
      case .news(let news): report(news)
      }
    }
  }

  private enum Outcome {
    /// There is nothing to watch any more.
    case over
    case nothingNew
    case news(StallReport)
  }

  private mutating func look() -> Outcome {
    guard let recording, recording.isRunning, !Self.isTooLarge(recording) else { return .over }
    return look(at: recording).map { .news($0) } ?? .nothingNew
  }

  private static func isTooLarge(_ recording: Recording) -> Bool {
    guard recording.size / TraceFileFormat.recordSize > mostEvents else { return false }
    // Once for all who watch.
    if isSaid.exchange(true, ordering: .relaxed) { return true }
    writeToStandardError(
      """
      optrace: stalls are no longer looked for in this process: the recording holds more than \
      \(mostEvents) events; record into a file and use "optrace diagnose FILE"

      """
    )
    return true
  }

  /// What is new; nil when nothing is.
  private mutating func look(at recording: Recording) -> StallReport? {
    let found = Self.suspects(ageNanoseconds: threshold)
    guard suspects.shouldAnalyse(found, at: ObservationFacts.now) else { return nil }
    let begin = ObservationFacts.now
    var (trace, diagnosis) = analyse(recording)
    var findings = reported.new(of: diagnosis)
    if Self.lacksStacks(findings, of: trace) {
      // They come any moment, and say where the threads are.
      Recording.waitForStacks()
      (trace, diagnosis) = analyse(recording)
      findings = reported.new(of: diagnosis)
    }
    reported.add(findings)
    suspects.didAnalyse(found, from: begin, to: ObservationFacts.now)
    if findings.isEmpty { return nil }
    return StallReport(findings: findings, diagnosis: diagnosis, trace: trace)
  }

  private func analyse(_ recording: Recording) -> (Trace, Diagnosis) {
    let trace = Trace(recording.log())
    return (trace, trace.diagnosis(thresholds: thresholds))
  }

  /// Whether a thread is inside an operation to fix that has not been looked at yet.
  private static func lacksStacks(_ findings: [Finding], of trace: Trace) -> Bool {
    findings.flatMap(\.operations).contains { id in
      guard trace.stacks[id] == nil, let operation = trace[id] else { return false }
      let milestones = operation.milestones
      return operation.outcome == .unfinished && milestones.started != nil
        && milestones.startReturned == nil
    }
  }

  private static func suspects(ageNanoseconds: UInt64) -> Set<StallSuspects.Suspect> {
    var search = UnmovedSearch()
    var suspects: Set<StallSuspects.Suspect> = []
    if let call = BlockedCalls.last { suspects.insert(.call(call)) }
    repeat {
      let found = search.next(Set(UnmovedOperation.Stage.allCases), ageNanoseconds: ageNanoseconds)
      for operation in found {
        suspects.insert(.operation(operation.operation, operation.stage))
      }
    } while !search.isComplete && suspects.count < mostSuspects
    return suspects
  }
}
