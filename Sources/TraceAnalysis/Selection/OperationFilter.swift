import TraceEvents
import TraceModel

/// What operations have to be like, as people type it: the language in which every view of a trace is narrowed.
///
/// A filter is made of conditions, with `and`, `or`, `not` and parentheses between them; `and` may be left out, and binds
/// tighter than `or`.
///
/// | condition | what it holds for |
/// |---|---|
/// | `thumbnail` | a name or class that contains the text, in upper or lower case; a number is not found in a longer one |
/// | `"load 1"` | the same, with spaces or signs in the text |
/// | `Upload*` | a whole name or class like the pattern: `*` is any text, `?` any one character |
/// | `#12` | the operation with this number |
/// | `name:`, `class:`, `queue:`, `thread:`, `note:` | a text or pattern in that place alone |
/// | `name="load 1"`, `class=Fetch` | the same as the whole of it, in which `*` and `?` are no signs |
/// | `is:stalled` | what became of it, or what it is: see ``OperationTrait`` |
/// | `execution>20ms` | a length of time, compared by `<`, `<=`, `=`, `>=` or `>`: see ``OperationMeasure`` |
public struct OperationFilter: Hashable, Sendable {
  /// The filter as it was typed.
  public let text: String

  let root: FilterExpression

  /// Reads a filter.
  ///
  /// - Throws: What is wrong with it first, and where.
  public init(_ text: String) throws(FilterError) {
    self.text = text
    root = try FilterParser.parse(text)
  }
}

/// A filter in parts.
indirect enum FilterExpression: Hashable, Sendable {
  case all([FilterExpression])
  case any([FilterExpression])
  case not(FilterExpression)
  case number(OperationID)
  case text(FilterField, TextPattern)
  case trait(OperationTrait)
  case measure(OperationMeasure, FilterComparison, nanoseconds: UInt64)
}

/// Where a text is looked for.
enum FilterField: String, Hashable, Sendable, CaseIterable {
  /// In the name and in the class.
  case any = ""
  case name, `class`, queue, thread, note
}

/// How a length of time is compared.
enum FilterComparison: String, Hashable, Sendable, CaseIterable {
  case less = "<"
  case lessOrEqual = "<="
  case equal = "="
  case greaterOrEqual = ">="
  case greater = ">"

  func holds(_ a: UInt64, _ b: UInt64) -> Bool {
    switch self {
    case .less: a < b
    case .lessOrEqual: a <= b
    case .equal: a == b
    case .greaterOrEqual: a >= b
    case .greater: a > b
    }
  }
}

/// What an operation is, or what became of it.
public enum OperationTrait: String, Hashable, Sendable, CaseIterable {
  /// It can't get on, or keeps others from getting on.
  case stalled
  /// It is on the critical path.
  case critical
  /// It was cancelled.
  case cancelled
  /// The program reported that it failed.
  case failed
  /// It finished, neither cancelled nor failed.
  case succeeded
  /// It had not finished at the trace's end.
  case unfinished
  /// It executed at the trace's end.
  case executing
  /// It is a barrier.
  case barrier
  /// Its class has a `start()` of its own.
  case asynchronous
}

/// A length of time that an operation can be measured by.
public enum OperationMeasure: String, Hashable, Sendable, CaseIterable {
  /// From `start()` to its finish, or to the trace's end.
  case execution
  /// From its enqueue to its start: for dependencies, in a suspended queue, for a slot, for a thread.
  case wait
  /// Both.
  case elapsed
  /// How much later it could have finished without moving the run's end; an operation that never finished has none.
  case slack
  /// How much sooner the run would have ended had it taken no time.
  case potential
}
