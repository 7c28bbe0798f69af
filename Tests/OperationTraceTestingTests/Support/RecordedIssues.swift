import Synchronization
import Testing

/// An issue that was recorded, as far as tests of it look.
struct RecordedIssue: Sendable {
  /// What it says.
  var text: String
  /// Where it says that it happened.
  var location: SourceLocation?

  init(_ issue: Issue) {
    text = issue.comments.map(\.rawValue).joined(separator: "\n")
    location = issue.sourceLocation
  }

  /// The sentence, with which it begins.
  var sentence: String {
    String(text.prefix { $0 != "\n" })
  }
}

/// Runs a piece of code, and returns the issues that it records instead of failing the test.
func issues(_ body: () throws -> Void) rethrows -> [RecordedIssue] {
  let recorded = RecordedIssues()
  try withKnownIssue(isIntermittent: true, body, matching: recorded.add)
  return recorded.all
}

/// Runs a piece of asynchronous code, and returns the issues that it records instead of failing the test.
nonisolated(nonsending) func issues(
  _ body: () async throws -> Void
) async rethrows -> [RecordedIssue] {
  let recorded = RecordedIssues()
  try await withKnownIssue(isIntermittent: true, body, matching: recorded.add)
  return recorded.all
}

private final class RecordedIssues: Sendable {
  private let issues = Mutex<[RecordedIssue]>([])

  var all: [RecordedIssue] {
    issues.withLock { $0 }
  }

  func add(_ issue: Issue) -> Bool {
    // What the body throws is not recorded by it.
    guard issue.error == nil else { return false }
    issues.withLock { $0.append(RecordedIssue(issue)) }
    return true
  }
}
