/// Finds runs of groups that follow one another and nothing else.
struct FoldingChains {
  /// The first group of the chain in which each group is; itself for one in none.
  private(set) var leaders: [UInt32]

  /// How many groups follow one another from each leader on.
  private(set) var lengths: [Int]

  /// How many groups are left when each chain is one.
  private(set) var count: Int

  private static let none = UInt32.max
  private static let many = UInt32.max - 1

  /// Looks for chains along edges between groups of the same mark; a group without a mark is in no chain.
  init(_ partition: FoldingPartition, edges: OperationEdges, marks: [UInt64?]) {
    let groups = partition.groups
    var previous = [UInt32](repeating: Self.none, count: partition.count)
    var next = previous
    func note(_ neighbour: UInt32, in list: inout [UInt32], of group: UInt32) {
      let known = list[Int(group)]
      if known == Self.none { list[Int(group)] = neighbour }
      if known != Self.none, known != neighbour { list[Int(group)] = Self.many }
    }
    for edge in 0..<edges.count {
      let source = groups[Int(edges.sources[edge])]
      let target = groups[Int(edges.targets[edge])]
      guard source != target else { continue }
      note(target, in: &next, of: source)
      note(source, in: &previous, of: target)
    }
    func follows(_ group: UInt32) -> UInt32? {
      let other = next[Int(group)]
      guard other < Self.many, previous[Int(other)] == group, let mark = marks[Int(group)],
        marks[Int(other)] == mark
      else { return nil }
      return other
    }
    leaders = (0..<UInt32(partition.count)).map { $0 }
    lengths = Array(repeating: 1, count: partition.count)
    count = partition.count
    var isLed = [Bool](repeating: false, count: partition.count)
    for group in 0..<UInt32(partition.count) {
      if let other = follows(group) { isLed[Int(other)] = true }
    }
    for head in 0..<UInt32(partition.count) where !isLed[Int(head)] {
      // The chain is named after its lowest group, so that a leader never comes after what it leads.
      var chain = [head]
      while let last = chain.last, let other = follows(last) { chain.append(other) }
      guard chain.count > 1, let lowest = chain.min() else { continue }
      for member in chain { leaders[Int(member)] = lowest }
      lengths[Int(lowest)] = chain.count
      count -= chain.count - 1
    }
  }
}
