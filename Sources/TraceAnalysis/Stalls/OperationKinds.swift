import TraceEvents
import TraceModel

/// How long operations of a kind usually take, from start to finish.
///
/// A kind is a class. What `addOperation { }` makes is all of one class, so for block operations it is the queue as well.
package struct OperationKinds: Sendable {
  /// The name of the class that Foundation makes of blocks.
  static let blockClass = "BlockOperation"

  private let durations: [Kind: Durations]
  private let kinds: [Kind]

  /// Collects what has finished without being cancelled.
  init(_ index: TraceIndex) {
    let operations = index.trace.operations
    kinds = operations.indices.map { position in
      let className = operations[position].className
      let isBlock = className == Self.blockClass
      return Kind(className: className, queue: isBlock ? index.queue(of: position) : nil)
    }
    var samples: [Kind: [UInt64]] = [:]
    for (position, operation) in operations.enumerated() {
      guard let started = operation.milestones.started, operation.milestones.cancelled == nil,
        let finished = operation.milestones.finished
      else { continue }
      samples[kinds[position], default: []].append(finished.nanoseconds(since: started))
    }
    durations = samples.mapValues { durations in
      let sorted = durations.sorted()
      return Durations(
        count: sorted.count,
        lowerMedian: sorted[(sorted.count - 1) / 2],
        median: sorted[sorted.count / 2],
        longest: sorted[sorted.count - 1]
      )
    }
  }

  /// What finished operations of the same kind took; nil when there are none.
  package func durations(like operation: Int) -> Durations? {
    durations[kinds[operation]]
  }

  /// What finished operations of the same kind took, where they are a measure; nil where they are none.
  ///
  /// Blocks may do anything: a few of them are no measure.
  package func measure(of operation: Int) -> Durations? {
    guard let durations = durations(like: operation) else { return nil }
    return kinds[operation].className == Self.blockClass && durations.count < 5 ? nil : durations
  }

  /// The kind of an operation.
  package func kind(of operation: Int) -> Kind {
    kinds[operation]
  }

  /// How long finished operations of a kind took, in nanoseconds.
  package struct Durations: Hashable, Sendable {
    /// How many they are.
    package var count: Int
    /// The middle one; the lower of two.
    package var lowerMedian: UInt64
    /// The middle one; the upper of two.
    package var median: UInt64
    /// The longest one.
    package var longest: UInt64
  }

  /// What operations of a kind have in common.
  package struct Kind: Hashable, Sendable {
    /// The name of their class.
    package var className: String
    /// For blocks, the position of their queue.
    package var queue: Int?
  }
}
