import Foundation

/// Work that needs a thread which it does not get.
extension FieldCase {
  static let threads = [
    FieldCase("tasks-behind-semaphores", tasksBehindSemaphores),
    FieldCase("timer-without-a-run-loop", timerWithoutARunLoop),
  ]

  /// Case 40: the tasks need the threads that wait for them.
  private static func tasksBehindSemaphores() {
    let processors = ProcessInfo.processInfo.activeProcessorCount
    let (isRunning, areRunning) = (signal(), signal())
    let bridges = (1...2 * processors).map { number in
      block("bridge \(number)") {
        isRunning.signal()
        areRunning.wait()
        let isDone = signal()
        Task { isDone.signal() }
        isDone.wait()
      }
    }
    let queue = queue("bridges")
    queue.addOperations(bridges, waitUntilFinished: false)
    for _ in 1...processors { isRunning.wait() }
    for _ in bridges { areRunning.signal() }
    stuckForAWhile()
    bridges[0].waitUntilFinished()
  }

  /// Case 41.
  private static func timerWithoutARunLoop() {
    let poll = Asynchronous("poll") { poll in
      let timer = Timer(timeInterval: 0.05, repeats: false) { _ in poll.finish() }
      RunLoop.current.add(timer, forMode: .default)
      stuck()
    }
    run(poll, in: queue("polls"))
  }
}
