import TraceEvents

/// A threshold as a person sets it: by its name, to a length of time or to a count.
package enum ThresholdSetting: Hashable, Sendable {
  /// A length of time.
  case duration(DiagnosisThresholds.Name)
  /// A count.
  case count(DiagnosisThresholds.Count)

  /// All of them, the lengths of time first.
  package static let all: [ThresholdSetting] =
    DiagnosisThresholds.Name.allCases.map { .duration($0) }
    + DiagnosisThresholds.Count.allCases.map { .count($0) }

  /// The name.
  package var name: String {
    switch self {
    case .duration(let name): name.rawValue
    case .count(let count): count.rawValue
    }
  }

  /// The name with the default value, such as "stall=5s" or "chain=1000".
  package var standard: String {
    "\(name)=\(value(times: 1))"
  }

  /// The name with another value than the default one, to show how it is set.
  package var example: String {
    "\(name)=\(value(times: 2))"
  }

  /// The same as JSON, such as `"stall": "10s"`.
  package var jsonExample: String {
    switch self {
    case .duration: "\"\(name)\": \"\(value(times: 2))\""
    case .count: "\"\(name)\": \(value(times: 2))"
    }
  }

  private func value(times factor: Int) -> String {
    switch self {
    case .duration(let name): DurationWord.text(name.standard * factor)
    case .count(let count): String(count.standard * factor)
    }
  }

  /// What it means, as a sentence.
  package var meaning: String {
    switch self {
    case .duration(let name): name.meaning
    case .count(let count): count.meaning
    }
  }
}

extension DiagnosisThresholds.Name {
  fileprivate var meaning: String {
    switch self {
    case .stall:
      "How long an operation may go without a sign of life while others of the process move, and "
        + "how long start() may take."
    case .idle:
      "How long an asynchronous operation may stay unfinished after start() returned, and a ready "
        + "one in a suspended queue, while nothing else in the process moves."
    case .settling:
      "How long something that only a call from outside can resolve may last while nothing in the "
        + "process can make that call: a dependency that no queue has got yet, a limit of 0; and how "
        + "long after its dependency an operation may be cancelled to count as cancelled with it."
    case .dispatch:
      "How long a ready operation with a free slot may wait for a thread to run on."
    case .cancellation:
      "From which time between cancel and finish on a cancellation counts as ignored."
    case .mainWait:
      "How long the main thread may be blocked in a wait while operations of the main queue need "
        + "it."
    case .completion:
      "How long a completion block may run, and how long after the finish it may begin."
    case .retention:
      "How long a finished operation may stay alive."
    case .starvation:
      "How long a ready operation may wait for a slot that others hold without using a thread, or "
        + "for one of higher priority."
    case .overrun:
      "How long the thread of an operation may stay inside start() after the operation has "
        + "finished."
    case .handOff:
      "How long main() of an operation that calls itself asynchronous may take and be taken to have "
        + "only begun its work."
    case .giveUp:
      "How short an operation must have run to be taken to have looked at what it depends on, and "
        + "given up."
    case .setup:
      "How long after an operation was added what its thread does to it next is taken to be part of "
        + "setting it up."
    case .release:
      "How long finishes may keep their threads busy with what they release, or with looking for "
        + "what to start next."
    }
  }
}

extension DiagnosisThresholds.Count {
  fileprivate var meaning: String {
    switch self {
    case .kindFactor:
      "How many times longer than others of its kind an operation may take before its silence "
        + "means something."
    case .chain:
      "How long a chain of dependencies may be."
    case .dependents:
      "How many dependents one operation may have in a queue."
    case .backlog:
      "How many operations may pile up in a queue."
    case .retained:
      "How many finished operations of a kind may stay alive."
    case .samples:
      "How many operations there must be before their typical length, or what they cost, means "
        + "something."
    }
  }
}
