import Foundation
import OperationTracing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering

extension Judgement {
  /// A pattern as a noun, such as "operations named "resize*" of class Resize in queue images".
  func noun(for pattern: OperationPattern) -> String {
    var text = "operations"
    if pattern.name != "*" { text += " named \(Self.quoted(pattern.name))" }
    if let className = pattern.className { text += " of class \(VisibleText.line(className))" }
    switch pattern.queue {
    case nil: break
    case .named(let name): text += " in queue \(Self.quoted(name))"
    case .object(let queue):
      text += " in " + (index.position(of: trace[queue]?.id).map { queueName($0) } ?? "the queue")
    }
    return text
  }

  /// The operations that match a pattern; at least one.
  func all(matching pattern: OperationPattern) throws(ExpectationFailure) -> [Int] {
    var candidates = Array(trace.operations.indices)
    if let queue = pattern.queue { candidates = index.members[try position(of: queue)] }
    let matches = candidates.filter { position in
      let operation = operation(position)
      return (pattern.name == "*" || OperationPattern.matches(operation.name ?? "", pattern.name))
        && pattern.className.map { operation.isOfClass($0) } ?? true
    }
    guard matches.isEmpty else { return matches }
    let sentence = "There are no \(noun(for: pattern))"
    if let name = pattern.className,
      !trace.operations.contains(where: { $0.isOfClass(name) })
    {
      throw missing(sentence, near: name, amongClasses: true)
    }
    throw missing(sentence, near: pattern.name.replacing("*", with: ""))
  }

  /// The operation that matches a pattern, as exactly one must.
  func only(matching pattern: OperationPattern) throws(ExpectationFailure) -> Int {
    let matches = try all(matching: pattern)
    if matches.count == 1 { return matches[0] }
    throw ambiguous(
      "There are \(CountText.grouped(matches.count)) \(noun(for: pattern))",
      matches,
      advice: "All of them are .all instead of .one"
    )
  }

  private func position(of choice: QueueSelection) throws(ExpectationFailure) -> Int {
    switch choice {
    case .named(let name): try queue(named: name)
    case .object(let object): try position(of: object)
    }
  }

  private func queue(named name: String) throws(ExpectationFailure) -> Int {
    let matches = trace.queues.indices.filter {
      trace.queues[$0].name == name || trace.queues[$0].displayName == name
    }
    if matches.count == 1 { return matches[0] }
    guard matches.isEmpty else {
      let count = CountText.grouped(matches.count)
      throw ExpectationFailure(
        sentence: "\(count) queues are named \(Self.quoted(name)), where one is meant.",
        details: ["Say which by the OperationQueue itself."]
      )
    }
    throw ExpectationFailure(
      sentence: "There is no queue named \(Self.quoted(name)) in the trace.",
      details: [queues(near: name)]
    )
  }

  private func position(of object: OperationQueue) throws(ExpectationFailure) -> Int {
    if let known = index.position(of: trace[object]?.id) { return known }
    guard trace.wasRecordedHere else {
      throw ExpectationFailure(
        sentence: "A queue of this process can't be in the trace of another one.",
        details: ["Say its name instead."]
      )
    }
    throw ExpectationFailure(
      sentence: "The queue was not traced.",
      details: [queues(near: object.name ?? "")]
    )
  }

  private func queues(near name: String) -> String {
    Self.choices(name, among: trace.queues.map(\.displayName), of: "queue")
  }
}

extension TracedOperation {
  /// Whether it is of this class, which may be written with its module or without the types that it is nested in.
  fileprivate func isOfClass(_ name: String) -> Bool {
    className == name || className.hasSuffix("." + name) || name.hasSuffix("." + className)
  }
}
