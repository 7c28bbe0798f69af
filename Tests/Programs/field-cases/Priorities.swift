import Foundation
import Synchronization

/// Priorities that have no effect, or too much.
extension FieldCase {
  static let priorities = [
    FieldCase("priority-raised-late") { runUrgentLast(quality: .utility, raised: .late) },
    FieldCase("priority-raised-late-without-quality") {
      runUrgentLast(quality: nil, raised: .late)
    },
    FieldCase("priority-raised-early") { runUrgentLast(quality: .utility, raised: .early) },
    FieldCase("low-priority-starves", lowPriorityStarves),
  ]

  private enum Raise {
    case early, late
  }

  /// Case 54.
  private static func runUrgentLast(quality: QualityOfService?, raised: Raise) {
    let jobs = queue("jobs", limit: 1)
    let isReady = signal()
    jobs.addOperation(block("busy") { isReady.wait() })
    let urgent = block("urgent")
    if let quality { urgent.qualityOfService = quality }
    if raised == .early { urgent.queuePriority = .veryHigh }
    jobs.addOperations((1...3).map { block("job \($0)") } + [urgent], waitUntilFinished: false)
    if raised == .late { urgent.queuePriority = .veryHigh }
    isReady.signal()
    jobs.waitUntilAllOperationsAreFinished()
  }

  /// Case 55: each high one adds the next.
  private static func lowPriorityStarves() {
    let jobs = queue("jobs", limit: 1)
    let ends = Date(timeIntervalSinceNow: 1.3)
    // As many as the rule wants, however busy the machine is.
    let rest = Mutex(3_000)
    @Sendable func addNext() {
      let next = block("new") {
        usleep(100)
        let isEnough = rest.withLock { rest in
          rest -= 1
          return rest <= 0
        }
        if !isEnough || Date() < ends { addNext() }
      }
      next.queuePriority = .high
      jobs.addOperation(next)
    }
    let old = block("old")
    old.queuePriority = .veryLow
    jobs.isSuspended = true
    addNext()
    jobs.addOperation(old)
    jobs.isSuspended = false
    old.waitUntilFinished()
  }
}
