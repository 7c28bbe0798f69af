import TraceEvents
import TraceModel

/// The executions on the critical path, and how much of each the run would be shorter without.
struct PathExecutions {
  /// The executions in the order of time.
  fileprivate let executions: [Execution]

  fileprivate struct Execution {
    var position: Int
    var start: UInt64
    var end: UInt64

    var length: UInt64 {
      end - start
    }

    var middle: UInt64 {
      start + length / 2
    }
  }

  init(_ path: CriticalPath, in trace: Trace) {
    executions = path.segments.compactMap { segment in
      guard segment.state == .executing, segment.start < segment.end,
        let position = segment.operation.flatMap({ trace.position(of: $0) })
      else { return nil }
      return Execution(
        position: position,
        start: segment.start.nanoseconds,
        end: segment.end.nanoseconds
      )
    }
  }

  /// How much sooner the run would end without the execution of each operation, by position.
  ///
  /// A way through the run that does not pass by an operation does something else in the middle of its execution: of all that
  /// was done then, what has the least slack tells how long the longest of those ways is.
  func potentials(beside stretches: SlackStretches) -> [Int: UInt64] {
    var potentials: [Int: UInt64] = [:]
    var others = LeastSlack(stretches)
    for execution in executions {
      let slack = others.least(at: execution.middle, without: execution.position)
      potentials[execution.position, default: 0] += min(execution.length, slack)
    }
    return potentials
  }
}

/// Spans of time, each with an actor or a gap between two, and how much the longest way through the run by it falls short of
/// the run.
struct SlackStretches {
  fileprivate private(set) var stretches: [Stretch] = []

  /// The moments that are asked about, in their order.
  private let moments: [UInt64]
  /// From this slack on a span says nothing: no execution is longer.
  private let mostSlack: UInt64

  init(beside executions: PathExecutions?) {
    moments = executions?.executions.map(\.middle) ?? []
    mostSlack = executions?.executions.map(\.length).max() ?? 0
  }

  fileprivate struct Stretch {
    var start: UInt64
    var end: UInt64
    var slack: UInt64
    var owner: UInt32
  }

  fileprivate static let nobody = UInt32.max

  /// Adds a span; the owner is the position of the operation that acts, nil for a thread or a gap.
  mutating func add(from start: UInt64, to end: UInt64, slack: UInt64, owner: Int?) {
    guard slack < mostSlack else { return }
    let next = moments.partitioningIndex { $0 >= start }
    guard next < moments.endIndex, moments[next] < end else { return }
    let owner = owner.map { UInt32($0) } ?? Self.nobody
    stretches.append(Stretch(start: start, end: end, slack: slack, owner: owner))
  }
}

/// Answers which of the spans around a moment has the least slack, for moments that only go forward.
private struct LeastSlack {
  private let stretches: [SlackStretches.Stretch]
  private var starts: ArraySlice<UInt32>
  private var current = MinHeap()

  init(_ stretches: SlackStretches) {
    self.stretches = stretches.stretches
    starts = TimeOrder.ascending(self.stretches.map(\.start))[...]
  }

  mutating func least(at instant: UInt64, without owner: Int) -> UInt64 {
    while let next = starts.first, stretches[Int(next)].start <= instant {
      starts.removeFirst()
      current.insert(Int(next), key: stretches[Int(next)].slack)
    }
    var own: [MinHeap.Entry] = []
    defer { for entry in own { current.insert(entry.number, key: entry.key) } }
    while let entry = current.min {
      let stretch = stretches[entry.number]
      if stretch.end > instant, stretch.owner != UInt32(owner) { return entry.key }
      _ = current.popMin()
      if stretch.end > instant { own.append(entry) }
    }
    return .max
  }
}
