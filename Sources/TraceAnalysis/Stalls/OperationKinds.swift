import TraceEvents
import TraceModel

/// How long operations of a kind usually take, from start to finish.
///
/// A kind is a class. What `addOperation { }` makes is all of one class, so for block operations it is the queue as well.
package struct OperationKinds: Sendable {
  /// The name of the class that Foundation makes of blocks.
  static let blockClass = "BlockOperation"

  /// By the number of the kind; nil for one of which nothing finished.
  private let durations: [Durations?]
  private let kinds: [Kind]
  /// The number of the kind of each operation, by position.
  private let numbers: [UInt32]

  /// Collects what has finished without being cancelled.
  init(_ index: TraceIndex) {
    let operations = index.trace.operations
    var known: [Kind: UInt32] = [:]
    var kinds: [Kind] = []
    var samples: [[UInt64]] = []
    numbers = operations.indices.map { position in
      let className = operations[position].className
      let isBlock = className == Self.blockClass
      let kind = Kind(className: className, queue: isBlock ? index.queue(of: position) : nil)
      let number = known[kind] ?? UInt32(kinds.count)
      if number == kinds.count {
        known[kind] = number
        kinds.append(kind)
        samples.append([])
      }
      let milestones = operations[position].milestones
      if let started = milestones.started, milestones.cancelled == nil,
        let finished = milestones.finished
      {
        samples[Int(number)].append(finished.nanoseconds(since: started))
      }
      return number
    }
    self.kinds = kinds
    durations = samples.map { durations in
      guard let longest = durations.max() else { return nil }
      return Durations(
        count: durations.count,
        lowerMedian: durations.value(ofRank: (durations.count - 1) / 2),
        median: durations.value(ofRank: durations.count / 2),
        longest: longest
      )
    }
  }

  /// What finished operations of the same kind took; nil when there are none.
  package func durations(like operation: Int) -> Durations? {
    durations[Int(numbers[operation])]
  }

  /// What finished operations of the same kind took, where they are a measure; nil where they are none.
  ///
  /// Blocks may do anything: a few of them are no measure.
  package func measure(of operation: Int) -> Durations? {
    guard let durations = durations(like: operation) else { return nil }
    return kind(of: operation).className == Self.blockClass && durations.count < 5 ? nil : durations
  }

  /// The kind of an operation.
  package func kind(of operation: Int) -> Kind {
    kinds[Int(numbers[operation])]
  }

  /// The operations of each kind that belong, by position; kinds without any are left out.
  func members(where belongs: (Int) -> Bool) -> [[Int]] {
    var members = [[Int]](repeating: [], count: kinds.count)
    for position in numbers.indices where belongs(position) {
      members[Int(numbers[position])].append(position)
    }
    return members.filter { !$0.isEmpty }
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
