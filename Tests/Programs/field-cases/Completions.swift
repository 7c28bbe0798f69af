import Foundation

/// Completion blocks that come late or never.
extension FieldCase {
  static let completions = [
    FieldCase("completion-comes-after-the-wait", completionComesAfterTheWait),
    FieldCase("completion-block-set-late", completionBlockSetLate),
    FieldCase("completion-block-replaced", completionBlockReplaced),
  ]

  /// Case 38.
  private static func completionComesAfterTheWait() {
    let jobs = queue("jobs")
    for _ in 1...50 {
      let isRead = signal()
      let job = block("job")
      job.completionBlock = { isRead.wait() }
      run(job, in: jobs)
      isRead.signal()
    }
  }

  /// Case 64.
  private static func completionBlockSetLate() {
    let jobs = queue("jobs")
    let job = block("job")
    run(job, in: jobs)
    // Not before Foundation has looked for it.
    run(block("next job"), in: jobs)
    usleep(20_000)
    job.completionBlock = {}
    usleep(20_000)
  }

  private static func completionBlockReplaced() {
    let isDone = signal()
    let job = block("job")
    let jobs = queue("jobs")
    jobs.isSuspended = true
    job.completionBlock = {}
    jobs.addOperation(job)
    job.completionBlock = { isDone.signal() }
    jobs.isSuspended = false
    isDone.wait()
  }
}
