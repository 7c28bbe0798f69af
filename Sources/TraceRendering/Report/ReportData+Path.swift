import TraceAnalysis
import TraceEvents
import TraceModel

extension ReportData {
  /// The critical path: its operations in the order of time, and its parts, each of which begins where the one before ends.
  var path: PageJSON {
    var operations = ReportColumn()
    for id in annotated.criticalPath?.operations ?? [] {
      if let row = rows[id] { operations.add(row) }
    }
    var (row, state, end) = (ReportColumn(), ReportColumn(), ReportColumn())
    var (release, source) = (ReportColumn(), ReportColumn())
    let account = PathAccount(annotated.criticalPath ?? CriticalPath(segments: []), of: trace)
    for step in account.steps {
      for part in step.parts {
        row.add(rows[step.operation])
        state.add(PathAccount.State.allCases.firstIndex(of: account.parts[part].state))
        end.add(Int64(clamping: account.parts[part].end.nanoseconds))
        let first = part == step.parts.lowerBound ? step.release : nil
        release.add(first.flatMap { PathAccount.Release.Kind.allCases.firstIndex(of: $0.kind) })
        source.add(first.flatMap { rows[$0.source] })
      }
    }
    return [
      "count": PageJSON(operations.count),
      "operations": PageJSON(operations),
      "start": PageJSON(account.start.nanoseconds),
      "partCount": PageJSON(row.count),
      "row": PageJSON(row),
      "state": PageJSON(state),
      "end": PageJSON(end),
      "release": PageJSON(release),
      "source": PageJSON(source),
    ]
  }
}
