import OperationObservation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The thread that asks silent operations for their state, and those that take its place.
///
/// A question calls the program's code (`isFinished` of an operation that went silent), which may never return. Then that thread
/// is lost, and another one asks the other operations.
final class Askers: Sendable {
  /// How often operations are looked through, in microseconds.
  private static let period: UInt32 = 50_000
  /// How long an operation must have been silent before it is asked, in nanoseconds.
  private static let silence: UInt64 = 250_000_000
  /// How many objects are looked at in one period.
  private static let budget: UInt32 = 65_536
  /// How long an answer may take before another thread goes on, in nanoseconds.
  private static let patience: UInt64 = 1_000_000_000
  /// How many threads may be lost.
  private static let most = 16

  /// Which thread asks: the first one, or the one that took the place of the last.
  private let current = Atomic<Int>(0)
  /// Since when the current thread has been waiting for an answer, in nanoseconds of the records' clock; 0 while it does not.
  private let asking = Atomic<UInt64>(0)

  /// Starts the first thread.
  ///
  /// - Parameter isNeeded: Whether something is being recorded.
  func start(isNeeded: @escaping @Sendable () -> Bool) {
    asking.store(0, ordering: .relaxed)
    let number = current.add(1, ordering: .relaxed).newValue
    PlainThread.start(named: "optrace-ask") { [self] in
      var examination = SuspectExamination()
      while current.load(ordering: .acquiring) == number {
        usleep(Self.period)
        guard isNeeded() else { continue }
        examination.examine(ageNanoseconds: Self.silence, budget: Self.budget) {
          ask($0, as: number)
        }
      }
    }
  }

  /// Asks; returns whether this thread is still the one that does.
  private func ask(_ question: () -> Void, as number: Int) -> Bool {
    let since = ObservationFacts.now
    asking.store(since, ordering: .releasing)
    question()
    // Another thread may have taken over meanwhile, and wait for an answer itself.
    _ = asking.compareExchange(expected: since, desired: 0, ordering: .acquiringAndReleasing)
    return current.load(ordering: .acquiring) == number
  }

  /// Lets another thread go on where an answer has not come for long; call it now and then, from a thread that never waits.
  func look(isNeeded: @escaping @Sendable () -> Bool) {
    let since = asking.load(ordering: .acquiring)
    let now = ObservationFacts.now
    guard since > 0, now - min(now, since) > Self.patience,
      current.load(ordering: .relaxed) < Self.most
    else { return }
    start(isNeeded: isNeeded)
  }
}
