import Foundation

/// Runs each job of a task on a thread of its own, so that one that blocks keeps no other from running.
///
/// The threads of the concurrency runtime are as few as processors: a body that waits for operations would take one of
/// them, and a few that hang all of them, with the tests that could tell of it.
final class ThreadExecutor: TaskExecutor {
  static let shared = ThreadExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread {
      job.runSynchronously(on: Self.shared.asUnownedTaskExecutor())
    }
  }
}
