import Foundation
import OperationTracing
import TraceAnalysis
import TraceEvents
import TraceModel

extension Judgement {
  /// The operations that a reference stands for, by position; at least one.
  func operations(
    _ reference: some OperationReference
  ) throws(ExpectationFailure) -> [Int] {
    // What matches a pattern is found in Judgement+Matching.
    switch reference.operationSelection.choice {
    case .named(let name): [try only(named: name)]
    case .object(let operation): [try position(of: operation)]
    case .matching(let pattern, .all): try all(matching: pattern)
    case .matching(let pattern, .one): [try only(matching: pattern)]
    }
  }

  /// The operations that several references stand for, by position, each once.
  func operations<each Reference: OperationReference>(
    _ references: repeat each Reference
  ) throws(ExpectationFailure) -> [Int] {
    var all: [Int] = []
    for reference in repeat each references { all += try operations(reference) }
    var seen: Set<Int> = []
    return all.filter { seen.insert($0).inserted }
  }

  /// What a reference stands for in words, such as "resize" or "the operations in queue images".
  func words(for reference: some OperationReference, _ positions: [Int]) -> String {
    guard case .matching(let pattern, .all) = reference.operationSelection.choice else {
      return list(positions)
    }
    return "the " + noun(for: pattern)
  }

  private func only(named name: String) throws(ExpectationFailure) -> Int {
    let matches = trace.operations.indices.filter { operation($0).name == name }
    if matches.count == 1 { return matches[0] }
    guard matches.isEmpty else {
      throw ambiguous(
        "\(CountText.of(matches.count, "operation is", "operations are")) named \(Self.quoted(name))",
        matches,
        advice: "All of them are .all(named: \(Self.quoted(name)))"
      )
    }
    throw missing("There is no operation named \(Self.quoted(name))", near: name)
  }

  private func position(of object: Operation) throws(ExpectationFailure) -> Int {
    if let known = index.position(of: trace[object]?.id) { return known }
    let type = OperationPattern.className(of: Swift.type(of: object))
    let name = object.name.map { "\(type) \(Self.quoted($0))" } ?? "this \(type)"
    guard trace.wasRecordedHere else {
      throw ExpectationFailure(
        sentence: "An operation of this process can't be in the trace of another one: \(name).",
        details: ["Say its name instead."]
      )
    }
    throw ExpectationFailure(
      sentence: "\(name) was not traced.",
      details: [
        "It was in none of the queues that the tracer traces, and nothing in them depends on it.",
        contents,
      ]
    )
  }
}
