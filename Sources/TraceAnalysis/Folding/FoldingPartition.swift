/// Operations divided into groups.
struct FoldingPartition {
  /// The number of each operation's group; what was not selected has none.
  private(set) var groups: [UInt32]

  /// How many groups there are; they are numbered in the order of their first operations.
  private(set) var count: Int

  /// What stands for no group.
  static let none = UInt32.max

  /// Puts operations with the same key into one group.
  ///
  /// - Parameters:
  ///   - positions: The operations that take part, ascending.
  ///   - total: How many there are in all.
  ///   - key: The key of each operation.
  init(of positions: [Int], total: Int, key: (Int) -> UInt64) {
    groups = Array(repeating: Self.none, count: total)
    count = 0
    let keys = positions.map(key)
    let order = TimeOrder.ascending(keys)
    // Of each key the first operation stands first, as what is equal keeps its order.
    var first = [UInt32](repeating: 0, count: positions.count)
    var leader: UInt32 = 0
    for (place, number) in order.enumerated() {
      if place == 0 || keys[Int(number)] != keys[Int(order[place - 1])] { leader = number }
      first[Int(number)] = leader
    }
    for (number, position) in positions.enumerated() {
      if first[number] == UInt32(number) {
        groups[position] = UInt32(count)
        count += 1
      } else {
        groups[position] = groups[positions[Int(first[number])]]
      }
    }
  }

  /// Joins groups.
  ///
  /// - Parameter leaders: For each group the one that it is joined to, which must not come after it; itself for one that is not
  ///   joined.
  mutating func join(_ leaders: [UInt32]) {
    var numbers = [UInt32](repeating: 0, count: count)
    var next: UInt32 = 0
    for group in 0..<count {
      if leaders[group] == UInt32(group) {
        numbers[group] = next
        next += 1
      } else {
        numbers[group] = numbers[Int(leaders[group])]
      }
    }
    for position in groups.indices where groups[position] != Self.none {
      groups[position] = numbers[Int(groups[position])]
    }
    count = Int(next)
  }
}
