import TraceEvents
import TraceModel

/// What sentences say about where the threads of operations were found.
///
/// Names of functions and files are as the program gave them, cut where they are very long.
struct StackWords {
  private let context: DiagnosisContext

  /// The most calls that are listed.
  private let longest = 6

  init(_ context: DiagnosisContext) {
    self.context = context
  }

  /// Where the thread of an operation was found, such as "Upload.main() at Upload.swift:12"; nil when it was not looked at or
  /// nothing is known of its calls.
  func place(of operation: Int) -> String? {
    stack(of: operation)?.place.map(Self.cut)
  }

  /// The place where the threads of all of some operations were found; nil when they differ or one is not known.
  func commonPlace(of operations: [Int]) -> String? {
    let places = Set(operations.map { place(of: $0) })
    return places.count == 1 ? places.first ?? nil : nil
  }

  /// Where the thread is and in what it is blocked, to go on after "its thread "; nil when it was not looked at.
  func whereabouts(of operation: Int) -> String? {
    guard let stack = stack(of: operation) else { return nil }
    let place = place(of: operation)
    guard let call = stack.systemCall else {
      return place.map { "computes in \($0)" } ?? "computes"
    }
    return (place.map { "is in \($0), " } ?? "is ") + "blocked in \(Self.cut(call))"
  }

  /// The proof: when the thread was looked at, and its calls, the innermost first, a line each.
  func lines(of operation: Int) -> [String] {
    guard let found = found(of: operation) else { return [] }
    let moment = DurationText.short(found.instant.nanoseconds)
    let state = found.stack.systemCall.map { "was blocked in \(Self.cut($0))" } ?? "was running"
    let calls = calls(of: found.stack)
    var lines = ["its thread \(state) when it was looked at, \(moment) into the recording"]
    if calls.isEmpty { return lines }
    lines[0] += ":"
    return lines + calls.enumerated().map { ($0 == 0 ? "in " : "called by ") + $1 }
  }

  /// What to change where the threads of some operations stand, a sentence for each place; nil when one of them is not
  /// known, or they are too many to tell.
  func advice(for operations: [Int]) -> String? {
    var places: Set<String> = []
    var (others, locked): ([Int], [Int]) = ([], [])
    for operation in operations {
      guard let stack = stack(of: operation), let place = place(of: operation) else { return nil }
      let isNew = places.insert(place).inserted
      if StackObstacle(stack) == .lock {
        locked.append(operation)
      } else if isNew {
        others.append(operation)
      }
    }
    guard (1...3).contains(places.count) else { return nil }
    return ([lockAdvice(for: locked)] + others.map { advice(for: $0) }).compactMap(\.self)
      .joined(separator: " ")
  }

  /// What to change where the threads of some operations wait for locks, as a sentence; nil for none.
  private func lockAdvice(for operations: [Int]) -> String? {
    guard operations.count > 1 else { return operations.first.flatMap { advice(for: $0) } }
    var seen: Set<String> = []
    let places = operations.compactMap { place(of: $0) }.filter { seen.insert($0).inserted }
    if places.count == 1 {
      return
        "Find out who holds the lock that \(places[0]) waits for: it must be unlocked on every "
        + "path, and where several locks are held at once, all must take them in the same order."
    }
    return "Find out who holds the locks that \(CountText.list(places)) wait for: where each holds "
      + "the one that another needs, take them in the same order everywhere."
  }

  /// Whether the threads of some operations may be meant to stay where they are: not one of them needs a lock or a dispatch
  /// queue.
  func mayBeMeant(_ operations: [Int]) -> Bool {
    operations.allSatisfy { operation in
      guard let stack = stack(of: operation) else { return true }
      let obstacle = StackObstacle(stack)
      return obstacle != .lock && obstacle != .dispatchQueue
    }
  }

  /// What to change where the thread stands, as a sentence; nil when the place is not known.
  func advice(for operation: Int) -> String? {
    guard let stack = stack(of: operation), let place = place(of: operation) else { return nil }
    switch StackObstacle(stack) {
    case .semaphore:
      return "Signal the semaphore that \(place) waits for on every path, or give the wait a "
        + "timeout."
    case .group:
      return "Leave the dispatch group that \(place) waits for on every path, or give the wait a "
        + "timeout."
    case .lock:
      return "Find out who holds the lock that \(place) waits for: it must be unlocked on every "
        + "path, and a thread that locks it twice waits for itself."
    case .condition:
      return "Signal the condition that \(place) waits for whenever it comes true, or give the "
        + "wait a timeout."
    case .dispatchQueue:
      return "Let the dispatch queue that \(place) waits for get free: what runs there must not "
        + "wait for this operation."
    case .input:
      return "Give the input or output that \(place) waits for a timeout, and finish without it."
    case .sleep:
      return "Do not sleep in \(place): an operation that sleeps keeps its slot and its thread."
    case .computation:
      return "Let the loop in \(place) come to an end, and look at isCancelled in it; if it "
        + "computes that long, raise the stall threshold."
    case .other:
      return "Give what \(place) waits for an end, such as a timeout."
    }
  }

  private func found(of operation: Int) -> TracedStack? {
    context.trace.stacks[context.facts.operation(operation).id]
  }

  private func stack(of operation: Int) -> ThreadStack? {
    found(of: operation)?.stack
  }

  /// The calls to show: the innermost ones, and those from the place on where there is a gap between them.
  private func calls(of stack: ThreadStack) -> [String] {
    let named = stack.frames.filter { $0.function != nil || $0.file != nil }
    let place = named.firstIndex { $0.description == stack.place } ?? 0
    var calls = named.compactMap(\.description).map(Self.cut)
    if place > longest / 2, calls.count > longest {
      calls.replaceSubrange(2..<place, with: ["\(CountText.of(place - 2, "more call"))"])
    }
    let left = calls.count - longest
    return left > 0
      ? calls.prefix(longest) + ["\(CountText.of(left, "more call"))"] : calls
  }

  /// A text of at most 160 characters.
  private static func cut(_ text: String) -> String {
    let most = 160
    guard text.utf8.count > most, text.count > most else { return text }
    return text.prefix(most / 2) + "…" + text.suffix(most / 2 - 1)
  }
}
