package import TraceEvents
import TraceModel

/// What operations, queues and threads are called in sentences.
///
/// Names are as the program gave them, except that long ones are cut and those that could be taken for a part of the
/// sentence stand in quotes. Where several operations have one name, each gets its number.
package struct TraceNames: Sendable {
  private let index: TraceIndex
  private let shared: SharedNames
  /// How many barriers each queue had, by its position.
  private let barriers: [Int]

  /// Counts the names of a trace.
  package init(_ index: TraceIndex) {
    self.index = index
    shared = SharedNames(index.trace)
    barriers = index.trace.queues.indices.map { queue in
      index.members[queue].count { index.trace.operations[$0].isBarrier }
        + index.trace.queues[queue].bareBarriers.count
    }
  }

  /// Whether the program gave any name twice.
  var hasRepeated: Bool {
    shared.hasRepeated
  }

  /// An operation, such as "decode", "decode #12" where there are several, or "BlockOperation 12" where it has no name.
  ///
  /// A barrier is "the barrier of queue cache" where the queue had no other one, else "barrier 12".
  package func operation(_ position: Int) -> String {
    let operation = index.trace.operations[position]
    let hasName = operation.hasGivenName
    if operation.isBarrier, !hasName, let queue = index.queue(of: position), barriers[queue] == 1 {
      return "the barrier of \(self.queue(queue))"
    }
    let name = hasName ? Self.inSentence(operation.displayName) : operation.displayName
    return shared.contains(operation) ? "\(name) #\(operation.id.rawValue)" : name
  }

  /// The first few of some operations, and how many there are besides.
  package func operations(_ positions: some Collection<Int>, atMost limit: Int = 3) -> String {
    let shown = positions.prefix(limit + 1).map { operation($0) }
    return CountText.list(shown, of: positions.count, atMost: limit)
  }

  /// A queue, such as "queue images", "the main queue", or "queue 2" where it has no name.
  package func queue(_ position: Int) -> String {
    let queue = index.trace.queues[position]
    if queue.isMain { return "the main queue" }
    // One without a name of the program's own is called by its number.
    guard let name = queue.name, queue.displayName == name else { return queue.displayName }
    return "queue \(Self.inSentence(name))"
  }

  /// Some queues, such as "queues net and db" or "queue net and the main queue".
  package func queues(_ positions: [Int]) -> String {
    let texts = positions.prefix(4).map { queue($0) }
    let prefix = "queue "
    guard positions.count > 1, texts.allSatisfy({ $0.hasPrefix(prefix) }) else {
      return CountText.list(texts, of: positions.count)
    }
    return "queues "
      + CountText.list(texts.map { String($0.dropFirst(prefix.count)) }, of: positions.count)
  }

  /// A queue at the beginning of a sentence.
  package func initialQueue(_ position: Int) -> String {
    Self.initial(queue(position))
  }

  /// A thread, such as "thread 4711" or "the main thread".
  package func thread(_ id: ThreadID) -> String {
    id == index.mainThread ? "the main thread" : "thread \(id.rawValue)"
  }

  /// A sentence, with a capital letter where it begins with words of its own instead of a name of the program's.
  static func sentence(_ text: String) -> String {
    text.hasPrefix("the ") ? initial(text) : text
  }

  /// The words with which a sentence begins.
  static func initial(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  /// A name of at most 60 characters, in quotes where it would be read as words of the sentence.
  static func inSentence(_ name: String) -> String {
    let longest = 60
    var text = name
    if name.utf8.count > longest, name.count > longest {
      text = name.prefix(longest / 2) + "…" + name.suffix(longest / 2 - 1)
    }
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      !scalar.properties.isWhitespace && !",;:\"".unicodeScalars.contains(scalar)
    }
    return isPlain ? text : "\"\(text)\""
  }
}
