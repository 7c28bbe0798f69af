import OperationObservation
import Synchronization
import ThreadStacks
import TraceEvents

/// Records where the threads of operations are that have been inside `start()` for very long: once, and again each time that the
/// age has doubled.
///
/// What a recording shows of such an operation is that it has not returned; its stack says why.
struct StackWatch {
  private struct Look {
    /// How often its stack was recorded.
    var count = 0
    /// The age at which to look again, in nanoseconds.
    var next: UInt64
  }

  private var reader = ThreadStackReader()
  private var looks: [UInt32: Look] = [:]
  /// How many stacks may be read now; it grows with the time.
  private var allowance = Self.mostAtOnce
  private var grownAt: UInt64 = 0

  /// How long a thread may be inside `start()` unless somebody asks for another age, in nanoseconds.
  static let standardAge: UInt64 = 5_000_000_000
  /// How long it takes at least and usually from pass to pass, in nanoseconds.
  static let longestPause: UInt64 = 250_000_000
  private static let shortestPause: UInt64 = 20_000_000

  /// The most stacks of an operation.
  private static let mostOfOne = 5
  /// The most stacks that are read one after the other, and how long it takes until another one may be read.
  private static let mostAtOnce: UInt64 = 8
  private static let nanosecondsForOne: UInt64 = 125_000_000
  /// The longest text of a stack that a record holds, in bytes.
  private static let longest = 16_000

  /// How many passes have come to their end.
  private static let passes = Atomic<UInt64>(0)

  /// Looks once at all operations that have been inside `start()` for so long.
  ///
  /// - Parameter age: The age in nanoseconds.
  /// - Returns: How long to wait before the next pass, so that the search costs a hundredth of a processor at most.
  mutating func pass(ageNanoseconds age: UInt64) -> UInt64 {
    let began = ObservationFacts.now
    let old = search(age)
    let took = ObservationFacts.now - began
    for operation in old { look(at: operation, age) }
    if looks.count > old.count {
      let present = Set(old.map(\.operation))
      looks = looks.filter { present.contains($0.key) }
    }
    Self.passes.add(1, ordering: .releasing)
    return max(Self.shortestPause, min(age / 4, Self.longestPause), 100 * took)
  }

  private func search(_ age: UInt64) -> [UnmovedOperation] {
    var search = UnmovedSearch()
    var found: [UnmovedOperation] = []
    repeat {
      found += search.next([.started], ageNanoseconds: age)
    } while !search.isComplete
    return found
  }

  private mutating func look(at operation: UnmovedOperation, _ age: UInt64) {
    let look = looks[operation.operation] ?? Look(next: age)
    guard look.count < Self.mostOfOne, operation.age >= look.next, isAllowed() else { return }
    record(operation)
    let next = operation.age.multipliedReportingOverflow(by: 2)
    looks[operation.operation] = Look(
      count: look.count + 1,
      next: next.overflow ? .max : next.partialValue
    )
  }

  /// Whether another stack may be read now; it counts as one that was.
  private mutating func isAllowed() -> Bool {
    let now = ObservationFacts.now
    let grown = (now - grownAt) / Self.nanosecondsForOne
    if grown > 0 {
      allowance = min(Self.mostAtOnce, allowance + min(grown, Self.mostAtOnce))
      grownAt = now
    }
    guard allowance > 0 else { return false }
    allowance -= 1
    return true
  }

  private mutating func record(_ operation: UnmovedOperation) {
    guard let thread = operation.thread, let stack = reader.stack(of: thread),
      operation.isStillThere
    else { return }
    operation.record(
      kind: TraceEvent.Kind.stackRecorded.rawValue,
      text: Array(stack.text(ofAtMost: Self.longest).utf8)
    )
  }

  /// Waits until a pass that begins from now on has come to its end, for so long at most.
  static func waitForPass(nanoseconds: UInt64) {
    let wanted = passes.load(ordering: .acquiring) + 2
    let end = ObservationFacts.now + nanoseconds
    while passes.load(ordering: .acquiring) < wanted, ObservationFacts.now < end {
      PlainThread.sleep(nanoseconds: 5_000_000)
    }
  }
}

extension ThreadStack {
  /// The text without as many of the outermost calls as it takes to keep it short.
  fileprivate func text(ofAtMost limit: Int) -> String {
    var stack = self
    while stack.text.utf8.count > limit, !stack.frames.isEmpty {
      stack.frames.removeLast(max(1, stack.frames.count / 4))
    }
    return stack.text
  }
}
