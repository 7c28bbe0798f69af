import Foundation
import TraceModel

/// Operations of a trace, as an ``OperationReference`` chooses them.
public struct OperationSelection: OperationReference, Sendable {
  let choice: Choice

  /// How operations are chosen.
  enum Choice: Sendable {
    case named(String)
    case object(Operation)
    case matching(OperationPattern, Count)
  }

  /// How many may match.
  enum Count: Sendable {
    case one
    case all
  }

  init(_ choice: Choice) {
    self.choice = choice
  }

  /// Itself.
  public var operationSelection: OperationSelection {
    self
  }
}

/// What operations must have to match: everything that is not nil.
struct OperationPattern: Sendable {
  var name = "*"
  var className: String?
  var queue: QueueSelection?

  /// A class's name as traces give it.
  static func className(of type: Operation.Type) -> String {
    TracedOperation.className(fromFull: String(reflecting: type))
  }

  /// Whether a name matches a pattern in which `*` stands for any characters.
  static func matches(_ name: String, _ pattern: String) -> Bool {
    let pieces = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else {
      return name == pattern
    }
    guard name.hasPrefix(first) else { return false }
    var rest = name.dropFirst(first.count)
    // What stands between two stars is taken where it comes first: that leaves the most for the others.
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let range = rest.firstRange(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}
