/// Numbers, each with a key, of which the one with the smallest key comes out first, and of those the smallest number.
///
/// Not generic: it is used across modules, where it would not be specialised.
package struct MinHeap: Sendable {
  private var entries: [Entry] = []

  /// An empty heap.
  package init() {}

  /// A number with its key.
  package struct Entry: Comparable, Sendable {
    /// What decides.
    package var key: UInt64
    /// The number.
    package var number: Int

    /// Orders by key, then by number.
    package static func < (a: Self, b: Self) -> Bool {
      a.key != b.key ? a.key < b.key : a.number < b.number
    }
  }

  /// The smallest entry; nil when there is none.
  package var min: Entry? {
    entries.first
  }

  /// Puts a number in; takes time that grows with the logarithm of how many there are.
  package mutating func insert(_ number: Int, key: UInt64 = 0) {
    entries.append(Entry(key: key, number: number))
    var place = entries.count - 1
    while place > 0, entries[place] < entries[(place - 1) / 2] {
      entries.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Takes the smallest entry out, in the same time; nil when there is none.
  package mutating func popMin() -> Entry? {
    guard let smallest = entries.first, let last = entries.popLast() else { return nil }
    guard !entries.isEmpty else { return smallest }
    entries[0] = last
    var place = 0
    while true {
      var least = place
      let (left, right) = (2 * place + 1, 2 * place + 2)
      if left < entries.count, entries[left] < entries[least] { least = left }
      if right < entries.count, entries[right] < entries[least] { least = right }
      guard least != place else { return smallest }
      entries.swapAt(place, least)
      place = least
    }
  }
}
