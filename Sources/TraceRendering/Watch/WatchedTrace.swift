package import TraceAnalysis
import TraceEvents
package import TraceModel

/// A trace that is watched, as it was read last, with what the rules say about it.
package struct WatchedTrace: Sendable {
  /// The trace and its names.
  let annotated: AnnotatedTrace

  /// What the rules say.
  package let diagnosis: Diagnosis

  /// Whether its program goes on.
  package let presence: Presence

  /// When the operations finished that failed, in order.
  private let failures: [TraceInstant]

  /// How long it will not be read again, in nanoseconds: a large one is read less often.
  package var restNanoseconds: UInt64 = 0

  /// The trace.
  package var trace: Trace { annotated.trace }

  /// What has become of a program that is watched.
  package enum Presence: Hashable, Sendable {
    /// It runs, or hangs.
    case alive
    /// Its recording was ended in an orderly way.
    case stopped
    /// It is gone without that: killed, or crashed.
    case gone
  }

  /// Gathers what is needed to show a trace.
  package init(
    _ trace: Trace,
    diagnosis: Diagnosis,
    presence: Presence,
    charset: TextStyle.Charset
  ) {
    annotated = AnnotatedTrace(trace, diagnosis: diagnosis, criticalPath: nil, charset: charset)
    self.diagnosis = diagnosis
    self.presence = presence
    let failed = trace.operations.filter { $0.outcome == .failed }
    failures = failed.compactMap(\.milestones.finished).sorted()
  }

  /// What was stuck at a moment, the worst first.
  func stalls(at instant: TraceInstant) -> [Finding] {
    diagnosis.findings.filter { $0.isError && $0.since <= instant }
  }

  /// The operations that were stuck at a moment.
  func stalled(at instant: TraceInstant) -> [OperationID] {
    diagnosis.stalledByCause.filter { id in
      guard let position = diagnosis.stalled[id] else { return false }
      return diagnosis.findings[position].since <= instant
    }
  }

  /// Finished operations per second over the last seconds before a moment, as far as they are kept: of one queue, or of all.
  func rate(of queue: QueueID? = nil, at instant: TraceInstant) -> Double {
    let span = min(5_000_000_000, instant.nanoseconds(since: trace.horizon?.instant ?? .zero))
    guard span > 0 else { return 0 }
    let before = TraceInstant(nanoseconds: instant.nanoseconds - span)
    let history = annotated.history
    let now = history.finishedCount(of: queue, at: instant)
    // At its very beginning a trace is not cut: what finished at zero counts.
    let then = before == .zero ? 0 : history.finishedCount(of: queue, at: before)
    return Double(now - then) / (Double(span) / 1e9)
  }

  /// How it is in one line, for a log: totals, and what is stuck.
  package var statusLine: String {
    let end = trace.end
    let state = annotated.endState
    let words = StateWords(state, of: annotated)
    var line = "\(annotated.duration(end.nanoseconds))  \(words.totals)"
    line += ", \(CountText.rate(rate(at: end)))/s; \(verdict(at: end).text)"
    if !trace.problems.isEmpty {
      line += "; incomplete: \(annotated.cut(trace.problems[0].message, to: 120))"
    }
    switch presence {
    case .alive: break
    case .stopped: line += "; ended"
    case .gone: line += "; gone without an end: killed or crashed"
    }
    return line
  }

  /// What is stuck at a moment, in a line.
  func verdict(at instant: TraceInstant) -> (text: String, look: StyledLine.Look) {
    let stalled = stalled(at: instant)
    if !stalled.isEmpty {
      let names = stalled.prefix(7).map { annotated.name($0) }
      let list = CountText.list(names, of: stalled.count, atMost: 3)
      return ("\(CountText.grouped(stalled.count)) stalled: \(list)", .red)
    }
    let stalls = stalls(at: instant)
    if let first = stalls.first {
      return ("\(CountText.of(stalls.count, "error")): \(first.rule)", .red)
    }
    let warnings = diagnosis.findings.count { $0.isWarning && $0.since <= instant }
    let told = warnings > 0 ? "; \(CountText.of(warnings, "warning"))" : ""
    let end = diagnosis.judgedUntil.flatMap { $0 < instant ? $0 : nil }
    var line = Verdict.calm(until: end, told, of: annotated)
    let failed = failures.prefix { $0 <= instant }.count
    let finished = annotated.history.finishedCount(at: instant)
    if failed > 0 {
      let all = CountText.of(finished, "finished operation")
      line += "; \(CountText.grouped(failed)) of \(all) failed"
    }
    let isFine = warnings == 0 && end == nil && 2 * failed <= finished
    return (line, isFine ? .green : .yellow)
  }
}
