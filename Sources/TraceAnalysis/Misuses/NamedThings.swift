import TraceEvents
import TraceModel

/// Operations of one name where names stand for things, such as "thumbnail 17", and not for kinds of work, such as "decode".
///
/// A recording doesn't say which of the two a name is. It is taken for a thing's when it has several words, and in its class
/// and queue most names that begin like it are used once, eight at least: then one that is used again means the same thing
/// again.
struct NamedThings: Sendable {
  /// The operations of each name that is used more than once, by position in the order of enqueue.
  let repeated: [[Int]]

  init(_ facts: StallFacts) {
    let named = Self.named(in: facts)
    let isRepeated = RepeatedHashes(named.map(\.name.hashValue))
    if isRepeated.isEmpty {
      repeated = []
      return
    }
    var families: [Family: (single: Int, names: [String: [Int]])] = [:]
    for name in named {
      if isRepeated.contains(name.name.hashValue) {
        families[name.family, default: (0, [:])].names[name.name, default: []]
          .append(name.operation)
      } else {
        families[name.family, default: (0, [:])].single += 1
      }
    }
    repeated = families.values.flatMap { family -> [[Int]] in
      let several = family.names.values.filter { $0.count > 1 }
      let single = family.single + family.names.count - several.count
      let isOfThings =
        single >= Self.fewestThings && single * 4 >= (single + several.count) * 3
      return isOfThings ? several : []
    }.sorted { $0[0] < $1[0] }
  }

  /// An operation whose name has several words.
  private struct Named {
    var operation: Int
    var name: String
    var family: Family
  }

  private static func named(in facts: StallFacts) -> [Named] {
    facts.index.members.enumerated().flatMap { queue, members in
      members.compactMap { position in
        let operation = facts.operation(position)
        guard let name = operation.name, let word = firstWord(of: name) else { return nil }
        let family = Family(className: operation.className, queue: queue, word: word)
        return Named(operation: position, name: name, family: family)
      }
    }
  }

  /// How many names must be used once before names are taken for those of things.
  private static let fewestThings = 8

  /// What a name begins with: the letters up to what is none; nil for a name that is only that.
  private static func firstWord(of name: String) -> Substring? {
    let word = name.prefix { $0.isLetter }
    return word.isEmpty || word.count == name.count ? nil : word
  }

  /// Names that begin alike, of operations of one class in one queue.
  private struct Family: Hashable {
    var className: String
    var queue: Int
    var word: Substring
  }
}

/// Which hash values occur more than once: most names do not, and a sorted array tells for far less than a table of names.
private struct RepeatedHashes {
  private let values: [Int]

  init(_ hashes: [Int]) {
    let sorted = hashes.sorted()
    values = zip(sorted, sorted.dropFirst()).compactMap { $0 == $1 ? $0 : nil }
  }

  var isEmpty: Bool {
    values.isEmpty
  }

  func contains(_ hash: Int) -> Bool {
    let place = values.partitioningIndex { $0 >= hash }
    return place < values.count && values[place] == hash
  }
}
