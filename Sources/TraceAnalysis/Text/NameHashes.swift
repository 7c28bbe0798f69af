/// How often names occur: not at all, once, or again, as far as their hash values tell them apart.
///
/// One word for each name instead of an entry with the text: what a million names need is looked up in a table that fits into
/// memory side by side. Two names with the same sixty-three bits would be taken for one.
struct NameHashes: Sendable {
  /// Hash values, whose lowest bit says that the name came again; zero where there is none.
  private var slots: [UInt64]
  private var count = 0

  /// Whether any name came again.
  private(set) var hasRepeated = false

  /// Makes an empty table.
  init() {
    slots = [UInt64](repeating: 0, count: 64)
  }

  /// How often a name occurs.
  enum Frequency: Comparable {
    case never
    case once
    case repeated
  }

  /// Notes that a name occurs.
  mutating func insert(_ name: String) {
    if count * 2 >= slots.count { grow() }
    let key = Self.key(of: name)
    let place = place(of: key)
    if slots[place] == 0 {
      slots[place] = key
      count += 1
    } else {
      slots[place] |= 1
      hasRepeated = true
    }
  }

  /// How often a name was noted.
  func frequency(of name: String) -> Frequency {
    let slot = slots[place(of: Self.key(of: name))]
    if slot == 0 { return .never }
    return slot & 1 == 0 ? .once : .repeated
  }

  /// The hash value without its lowest bit; never zero.
  private static func key(of name: String) -> UInt64 {
    max(2, UInt64(bitPattern: Int64(name.hashValue)) & ~1)
  }

  /// Where a key is, or belongs.
  private func place(of key: UInt64) -> Int {
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: key >> 1) & mask
    while slots[place] != 0, slots[place] & ~1 != key { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 4)
    for slot in old where slot != 0 { slots[place(of: slot & ~1)] = slot }
  }
}
