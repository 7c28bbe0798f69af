import TraceEvents
import TraceModel

/// Decides how far operations fold.
struct FoldingPlan {
  /// The group of each operation.
  private(set) var partition: FoldingPartition
  /// By what they were folded; nil when each stands alone.
  private(set) var level: FoldedGraph.Level?
  /// For each group, how many of its operations follow one another.
  private(set) var chainLengths: [Int]

  private let trace: Trace
  private let selected: SelectedOperations
  private let parts: FoldingParts
  private let edges: OperationEdges
  private let depths: [UInt32]
  private let budget: Int
  /// By position, whether the operation stands alone whatever it is like.
  private var standsAlone: [Bool]

  init(
    _ trace: Trace,
    _ selected: SelectedOperations,
    parts: FoldingParts,
    edges: OperationEdges,
    depths: [UInt32],
    budget: Int,
    mostEdges: Int
  ) {
    self.trace = trace
    self.selected = selected
    self.parts = parts
    self.edges = edges
    self.depths = depths
    self.budget = budget
    let total = trace.operations.count
    standsAlone = Array(repeating: false, count: total)
    partition = FoldingPartition(of: selected.positions, total: total) { UInt64($0) }
    chainLengths = Array(repeating: 1, count: partition.count)
    guard partition.count > budget || edges.count > mostEdges else { return }
    keepWhatFits()
    for level in FoldedGraph.Level.allCases where fold(by: level) { break }
  }

  /// Lets those stand alone that are set apart, one kind after the other, as far as the budget allows; of a critical
  /// path that is longer those that matter: that executed for a fiftieth of it.
  private mutating func keepWhatFits() {
    var room = FoldedGraph.room(in: budget)
    for distinction in FoldedGraph.Distinction.allCases {
      let alike = selected.positions.filter { parts.distinctions[$0] == distinction }
      if alike.count <= room {
        room -= alike.count
        for position in alike { standsAlone[position] = true }
      } else if distinction == .critical {
        let times = alike.map { trace.operations[$0].accounting.executing }
        let least = times.reduce(0) { $0.addingClamped($1) } / 50
        let long = zip(alike, times).filter { $0.1 > least }.map(\.0)
        letStandAlone(room, of: long)
        room -= min(room, long.count)
      }
    }
  }

  /// Lets so many of these stand alone: those that executed longest.
  private mutating func letStandAlone(_ count: Int, of positions: [Int]) {
    let times = positions.map { trace.operations[$0].accounting.executing }
    for number in TimeOrder.ascending(times).suffix(count) where times[Int(number)] > 0 {
      standsAlone[positions[Int(number)]] = true
    }
  }

  /// Folds by a level, and then what follows one another, if it has to; says whether the groups are few enough.
  private mutating func fold(by level: FoldedGraph.Level) -> Bool {
    if level >= .queue { letSlowestStandAlone() }
    let key = keys(of: level)
    partition = FoldingPartition(of: selected.positions, total: trace.operations.count, key: key)
    chainLengths = Array(repeating: 1, count: partition.count)
    self.level = level
    if partition.count <= budget { return true }
    let chains = FoldingChains(partition, edges: edges, marks: marks())
    guard chains.count <= budget || level == .everything else { return false }
    let kept = chains.leaders.indices.filter { chains.leaders[$0] == UInt32($0) }
    partition.join(chains.leaders)
    chainLengths = kept.map { chains.lengths[$0] }
    return true
  }

  /// What the groups of a chain must have in common: the queue and what sets them apart.
  private func marks() -> [UInt64?] {
    var marks = [UInt64?](repeating: nil, count: partition.count)
    for position in selected.positions where !standsAlone[position] {
      marks[Int(partition.groups[position])] = place(of: parts.parts[Int(parts.numbers[position])])
    }
    return marks
  }

  private func place(of part: FoldingParts.Part) -> UInt64 {
    let queue = part.queue.map { UInt64($0) + 1 } ?? 0
    return queue << 3 | (part.distinction.map { UInt64($0.rawValue) + 1 } ?? 0)
  }

  /// The key by which operations fold on a level; those that stand alone have one of their own.
  private func keys(of level: FoldedGraph.Level) -> (Int) -> UInt64 {
    let alone: UInt64 = 1 << 63
    let partKeys = partKeys(of: level)
    let neighbours = level == .part ? neighbourKinds() : []
    return { [standsAlone, parts, depths] position in
      if standsAlone[position] { return alone | UInt64(position) }
      let part = partKeys[Int(parts.numbers[position])]
      switch level {
      case .part: return Self.mix(part << 32 | UInt64(depths[position]), neighbours[position])
      case .depth: return part << 32 | UInt64(depths[position])
      default: return part
      }
    }
  }

  /// For each part the number of what counts of it on a level.
  private func partKeys(of level: FoldedGraph.Level) -> [UInt64] {
    guard level > .kind else { return parts.parts.indices.map { UInt64($0) } }
    var known: [FoldingParts.Part: UInt64] = [:]
    return parts.parts.map { part in
      var part = part
      part.name = ""
      if level > .classOfQueue { part.className = "" }
      if level > .queue { part.queue = nil }
      let number = known[part] ?? UInt64(known.count)
      known[part] = number
      return number
    }
  }

  /// For each operation, which parts the operations before and after it play; parts may be taken for one another, seldom.
  private func neighbourKinds() -> [UInt64] {
    var before = [UInt64](repeating: 0, count: trace.operations.count)
    var after = before
    for edge in 0..<edges.count {
      let (source, target) = (Int(edges.sources[edge]), Int(edges.targets[edge]))
      before[target] |= Self.bit(of: parts.numbers[source])
      after[source] |= Self.bit(of: parts.numbers[target])
    }
    return before.indices.map { Self.mix(before[$0], after[$0]) }
  }

  private static func bit(of part: UInt32) -> UInt64 {
    1 << (mix(UInt64(part), 0) >> 58)
  }

  /// Scatters two numbers over 63 bits, always the same way.
  private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var value = (a ^ b &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 29) &* 0x94D0_49BB_1331_11EB
    return (value ^ value >> 32) & ~(1 << 63)
  }

  /// Lets a quarter of the budget go to those that executed longest.
  private mutating func letSlowestStandAlone() {
    letStandAlone(budget / 4, of: selected.positions.filter { !standsAlone[$0] })
  }
}
