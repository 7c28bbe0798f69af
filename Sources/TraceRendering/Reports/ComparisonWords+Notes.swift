import TraceAnalysis

// What is to be known of the runs themselves.
extension ComparisonWords {
  /// What is to be known of the runs before one believes in the numbers, a sentence each.
  package var notes: [String] {
    var notes = otherProgram.map { [$0] } ?? []
    guard comparison.isComparable else { return notes }
    notes += emptyRuns.map { "\($0), so that wall time and critical path are not judged" }
    for side in sides {
      if let runs = side.those(where: { $0.unfinished > 0 && !$0.isPartial }) {
        notes.append(
          "\(runs) ended with operations that had not finished, so that wall time and critical path "
            + "are not judged"
        )
      }
      // What one side does not show may have been in what is missing there.
      let others =
        side.name == "before" ? "new warnings" : "gone findings"
      let unjudged =
        "wall time, critical path, numbers of operations, what was added or removed, and \(others) are not judged"
      if let runs = side.those(where: \.isRecentPart) {
        notes.append("of \(runs) only the most recent part was kept: \(unjudged)")
      }
      if let runs = side.those(where: { $0.isPartial && !$0.isRecentPart }) {
        notes.append("of \(runs) something is missing in the trace: \(unjudged)")
      }
    }
    return notes
  }

  /// Says that there is nothing to compare, why, and what to do.
  var nothingToCompare: String {
    "nothing to compare: \(emptyRuns.joined(separator: ", and ")); record "
      + (comparison.before.count + comparison.after.count > 2 ? "them again" : "it again")
  }

  /// Which runs have no operations, a part of a sentence for each side.
  var emptyRuns: [String] {
    sides.compactMap { side in
      let empty = side.runs.filter(\.isEmpty)
      guard let runs = side.those(where: \.isEmpty) else { return nil }
      let isOne = empty.count == 1
      let names = empty.compactMap(\.name).map { cut($0, to: 60) }
      let list = names.isEmpty ? "" : " (\(CountText.list(names, of: empty.count)))"
      return "\(runs) \(isOne ? "has" : "have") no operations\(list)"
    }
  }

  /// Which of the runs after a page shows, such as "the page is of new.optrace, the first of 3 after".
  var shownRun: String {
    let count = comparison.after.count
    let place = count == 1 ? "the run after" : "the first of \(CountText.grouped(count)) after"
    // The page may be sent to somebody whom the folders are no concern of.
    let file = comparison.after[0].name?.split(separator: "/").last.map(String.init)
    let name = file.map { cut($0, to: 60) } ?? ""
    return "the page is of " + (VisibleText.isBlank(name) ? place : "\(name), \(place)")
  }

  private var otherProgram: String? {
    let before = Set(comparison.before.map(\.program))
    guard let other = comparison.after.map(\.program).first(where: { !before.contains($0) }) else {
      return nil
    }
    let first = cut(comparison.before[0].program, to: 40)
    return "the programs are not the same: \(first) before, \(cut(other, to: 40)) after"
  }

  private var sides: [Side] {
    [
      Side(name: "before", runs: comparison.before),
      Side(name: "after", runs: comparison.after),
    ]
  }

  /// The runs before, or those after.
  private struct Side {
    var name: String
    var runs: [RunProfile]

    /// Those that are so, such as "2 of the 3 runs after"; nil where none is.
    func those(where isMeant: (RunProfile) -> Bool) -> String? {
      let count = runs.count(where: isMeant)
      if count == 0 { return nil }
      if runs.count == 1 { return "the run \(name)" }
      let all = CountText.of(runs.count, "run")
      if count < runs.count { return "\(CountText.grouped(count)) of the \(all) \(name)" }
      return count == 2 ? "both runs \(name)" : "all \(all) \(name)"
    }
  }
}
