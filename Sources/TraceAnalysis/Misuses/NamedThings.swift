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

  init(_ facts: StallFacts, _ traceNames: TraceNames) {
    guard traceNames.hasRepeated else {
      repeated = []
      return
    }
    var names = NameHashes()
    Self.forEachName(in: facts) { name, _, _, _ in names.insert(name) }
    guard names.hasRepeated else {
      repeated = []
      return
    }
    var families: [Family: (single: Int, names: [String: [Int]])] = [:]
    Self.forEachName(in: facts) { name, word, position, queue in
      let className = facts.index.trace.operations[position].className
      let family = Family(className: className, queue: queue, word: word)
      if names.frequency(of: name) == .repeated {
        families[family, default: (0, [:])].names[name, default: []].append(position)
      } else {
        families[family, default: (0, [:])].single += 1
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

  /// Calls `body` with each name of several words, its first one, and the positions of its operation and queue; by queue, and
  /// in the order of enqueue.
  private static func forEachName(
    in facts: StallFacts,
    _ body: (_ name: String, _ word: Substring, _ operation: Int, _ queue: Int) -> Void
  ) {
    for queue in facts.index.members.indices {
      for position in facts.index.members[queue] {
        guard let name = facts.index.trace.operations[position].name,
          let word = firstWord(of: name)
        else { continue }
        body(name, word, position, queue)
      }
    }
  }

  /// How many names must be used once before names are taken for those of things.
  private static let fewestThings = 8

  /// What a name begins with: the letters up to what is none; nil for a name that is only that.
  private static func firstWord(of name: String) -> Substring? {
    let letters = name.utf8.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    let isPlain = letters.endIndex == name.endIndex || name.utf8[letters.endIndex] < 0x80
    // Most names are plain; what is a letter besides takes far longer to find out.
    let word = isPlain ? name[..<letters.endIndex] : name.prefix { $0.isLetter }
    return word.isEmpty || word.endIndex == name.endIndex ? nil : word
  }

  /// Names that begin alike, of operations of one class in one queue.
  private struct Family: Hashable {
    var className: String
    var queue: Int
    var word: Substring
  }
}
