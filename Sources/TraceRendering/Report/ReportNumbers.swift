import TraceAnalysis
import TraceEvents
import TraceModel

/// The run in numbers: how many operations ended how, how long all of it took, and where the time went.
struct ReportNumbers {
  private let annotated: AnnotatedTrace

  init(_ annotated: AnnotatedTrace) {
    self.annotated = annotated
  }

  var json: PageJSON {
    let trace = annotated.trace
    let outcomes = OutcomeCounts(trace)
    let counted = TracedOperation.Outcome.allCases.map { PageJSON(outcomes[$0]) }
    let path = annotated.criticalPath.map { PathAccount($0, of: trace) }
    let sums = path?.sums ?? [:]
    return [
      "operations": PageJSON(trace.operations.count),
      "queues": PageJSON(trace.queues.count { !$0.operations.isEmpty }),
      "from": PageJSON(annotated.wall?.start.nanoseconds ?? 0),
      "to": PageJSON(annotated.wall?.end.nanoseconds ?? 0),
      "isPart": .bool(trace.horizon != nil),
      "atOnce": ["mean": .number(concurrency.mean), "most": PageJSON(concurrency.most)],
      "outcomes": .array(counted),
      "path": PageJSON(path?.nanoseconds ?? 0),
      "pathOperations": PageJSON(annotated.criticalPath?.operations.count ?? 0),
      "pathSums": .object(
        PathAccount.State.allCases.map { .init(name: $0.rawValue, value: PageJSON(sums[$0] ?? 0)) }
      ),
      "sums": .object(
        OperationState.allCases.map { .init(name: $0.rawValue, value: .number(total[$0] ?? 0)) }
      ),
    ]
  }

  /// How many operations executed at once within the wall time, in the mean and at the most.
  private var concurrency: (mean: Double, most: Int) {
    guard let wall = annotated.wall, wall.nanoseconds > 0 else { return (0, 0) }
    var (begins, ends): ([UInt64], [UInt64]) = ([], [])
    for operation in annotated.trace.operations {
      guard let started = operation.milestones.started else { continue }
      let begin = max(started, wall.start)
      let end = min(operation.milestones.finished ?? annotated.trace.end, wall.end)
      guard begin < end else { continue }
      begins.append(begin.nanoseconds)
      ends.append(end.nanoseconds)
    }
    begins.sort()
    ends.sort()
    var (most, ended) = (0, 0)
    for (place, begin) in begins.enumerated() {
      while ends[ended] <= begin { ended += 1 }
      most = max(most, place + 1 - ended)
    }
    let time = zip(begins, ends).reduce(0.0) { $0 + Double($1.1) - Double($1.0) }
    return (time / Double(wall.nanoseconds), most)
  }

  /// How long all operations were in each state, in nanoseconds: a sum that may outgrow what one trace can hold.
  private var total: [OperationState: Double] {
    var sums: [OperationState: Double] = [:]
    for operation in annotated.trace.operations {
      let accounting = operation.accounting
      for state in OperationState.allCases { sums[state, default: 0] += Double(accounting[state]) }
    }
    return sums
  }
}
