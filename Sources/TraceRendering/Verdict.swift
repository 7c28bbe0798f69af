package import TraceAnalysis
import TraceEvents
package import TraceModel

/// What a diagnosis comes to, in one line: the first thing that a picture or a report says.
struct Verdict: Hashable {
  /// The line, such as "2 stalled: upload original and notify".
  var line: String

  /// How bad it is.
  var level: Level

  /// How bad a verdict is.
  enum Level: Hashable {
    /// Nothing was found.
    case fine
    /// Something is misused.
    case warning
    /// Something is stuck.
    case error
  }

  /// Sums up a diagnosis; three of the stalled operations are named, the ones to fix first.
  ///
  /// Of a view of some operations only those are counted.
  ///
  /// - Parameters:
  ///   - whole: What was found in the whole trace.
  ///   - annotated: The trace.
  ///   - view: The view; nil for everything.
  init(_ whole: Diagnosis, of annotated: AnnotatedTrace, in view: NarrowedView? = nil) {
    let diagnosis = view?.narrow(whole, of: annotated.trace).0 ?? whole
    let errors = diagnosis.findings.filter(\.isError).count
    let warnings = diagnosis.findings.filter(\.isWarning).count
    let allowed = diagnosis.findings.count - errors - warnings
    var others = warnings > 0 ? "; \(CountText.of(warnings, "warning"))" : ""
    if allowed > 0 { others += "; \(CountText.of(allowed, "finding")) allowed" }
    if !diagnosis.stalled.isEmpty {
      let names = diagnosis.stalledByCause.map { annotated.name($0) }
      let listed = CountText.list(names, atMost: 3)
      line = "\(CountText.grouped(names.count)) stalled: \(listed)\(others)"
      level = .error
    } else if errors == 0, !whole.stalled.isEmpty {
      // Who looks at a part must not take it for the whole.
      let count = CountText.of(whole.stalled.count, "other operation")
      line = "none of these is stalled, but \(count) \(whole.stalled.count == 1 ? "is" : "are")"
      line += others
      level = .error
    } else if errors > 0 {
      line = CountText.of(errors, "error") + others
      level = .error
    } else {
      line = Self.calm(until: diagnosis.judgedUntil, others, of: annotated)
      let outcomes = OutcomeCounts(annotated.trace, in: view?.selected)
      let (failed, unfinished) = (outcomes[.failed], outcomes[.unfinished])
      if failed > 0 {
        let all = CountText.of(outcomes.total, "operation")
        line += "; \(CountText.grouped(failed)) of \(all) failed"
      }
      if unfinished > 0 {
        line += "; \(CountText.of(unfinished, "operation")) had not finished "
        line += annotated.trace.log.endedEarly ? "when the recording ended" : "at the end"
      }
      // What can't be judged is not fine, and neither is a run of which most failed.
      let isFine = warnings == 0 && diagnosis.judgedUntil == nil && 2 * failed <= outcomes.total
      level = isFine ? .fine : .warning
    }
  }

  /// Says that nothing is stalled, as far as that is known.
  static func calm(
    until end: TraceInstant?,
    _ others: String,
    of annotated: AnnotatedTrace
  ) -> String {
    guard let end else { return "nothing is stalled\(others)" }
    let begin = annotated.trace.horizon?.instant ?? .zero
    if end.nanoseconds(since: min(begin, end)) < 1_000_000 {
      return "events were lost from the beginning on, so what is stalled can't be judged\(others)"
    }
    return "nothing was stalled until \(annotated.duration(end.nanoseconds))\(others)"
      + "; events were lost then, so what came after can't be judged"
  }
}

extension Diagnosis {
  /// The stalled operations: those to fix first, by finding, then what they hold up, by identity.
  var stalledByCause: [OperationID] {
    let roots = findings.filter(\.isError).flatMap(\.operations)
    var seen: Set<OperationID> = []
    let ordered = roots.filter { stalled[$0] != nil } + stalled.keys.sorted()
    return ordered.filter { seen.insert($0).inserted }
  }
}

extension Verdict.Level {
  /// The colour of its words on a terminal.
  var terminalLook: StyledLine.Look {
    switch self {
    case .fine: .green
    case .warning: .yellow
    case .error: .red
    }
  }
}

extension Trace {
  /// What a diagnosis of this trace comes to, in one line such as "2 stalled: upload original and notify".
  package func verdict(_ diagnosis: Diagnosis, charset: TextStyle.Charset) -> String {
    let annotated = AnnotatedTrace(
      self,
      diagnosis: diagnosis,
      criticalPath: nil,
      charset: charset
    )
    return Verdict(diagnosis, of: annotated).line
  }
}
