import TraceEvents
import TraceModel

/// Ways from one selected operation to another over operations that were not selected.
struct ResidualWays {
  /// The first and the last operation of each, by position; each pair once.
  private(set) var pairs: [(source: UInt32, target: UInt32)] = []

  /// How many operations that came last are remembered of each that was not selected: more cannot be told apart in a picture,
  /// and all of them could be the square of their number.
  private static let mostSources = 8

  init(_ trace: Trace, _ selected: SelectedOperations) {
    var origins: [Int: [UInt32]] = [:]
    var known: Set<UInt64> = []
    OperationEdges(trace).forEachInOrder { source, targets in
      let isSelected = selected.contains(source)
      let starts = isSelected ? [UInt32(source)] : origins.removeValue(forKey: source) ?? []
      for target in targets {
        if selected.contains(Int(target)) {
          for start in starts where !isSelected {
            if known.insert(UInt64(start) << 32 | UInt64(target)).inserted {
              pairs.append((start, target))
            }
          }
        } else {
          for start in starts where origins[Int(target)]?.contains(start) != true {
            guard origins[Int(target)]?.count ?? 0 < Self.mostSources else { break }
            origins[Int(target), default: []].append(start)
          }
        }
      }
    }
  }
}
