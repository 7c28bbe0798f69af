/// Finds what was probably meant by a word that is not known.
package enum Suggestion {
  /// The candidate that is most like the word; nil when none is like it, or the word is one of them.
  ///
  /// Alike is what differs by about a third of its letters or less, counted as letters that are missing, added, wrong or swapped,
  /// and what the word is the beginning of. Of equals the first one is taken.
  package static func best(for word: String, among candidates: [String]) -> String? {
    near(word, among: candidates, atMost: 1).first
  }

  /// The candidates that are like the word, the most like it first, each once.
  package static func near(
    _ word: String,
    among candidates: [String],
    atMost limit: Int
  ) -> [String] {
    let key = Array(word.lowercased().prefix(longest))
    var seen: Set<String> = [word]
    var near: [(candidate: String, distance: Int)] = []
    for candidate in candidates where seen.insert(candidate).inserted {
      guard let distance = nearness(of: candidate, to: key) else { continue }
      let place = near.firstIndex { distance < $0.distance } ?? near.endIndex
      guard place < limit else { continue }
      near.insert((candidate, distance), at: place)
      if near.count > limit { near.removeLast() }
    }
    return near.map(\.candidate)
  }

  /// By how much a candidate differs from a word; nil for one that is not like it.
  private static func nearness(of candidate: String, to key: [Character]) -> Int? {
    let other = Array(candidate.lowercased().prefix(longest))
    let isBeginning = key.count >= 3 && other.count > key.count && other.starts(with: key)
    let limit = max(1, (max(key.count, other.count) + 1) / 3)
    let distance = isBeginning ? 1 : Self.distance(key, other)
    return distance <= limit ? distance : nil
  }

  /// Of longer words only the beginning is looked at, so that no word takes long.
  private static let longest = 80

  /// The number of letters to add, remove, replace, or swap with their neighbour, to make one word of the other.
  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      for j in 1...b.count {
        let replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        var cost = min(replaced, last[j] + 1, row[j - 1] + 1)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          cost = min(cost, beforeLast[j - 2] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
