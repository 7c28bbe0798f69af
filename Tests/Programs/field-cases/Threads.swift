import Foundation

/// Work that needs a thread which it does not get.
extension FieldCase {
  static let threads = [
    FieldCase("tasks-behind-semaphores", tasksBehindSemaphores),
    FieldCase("timer-without-a-run-loop", timerWithoutARunLoop),
  ]

  /// Case 40.
  private static func tasksBehindSemaphores() {
    let bridges = (1...6).map { number in
      block("bridge \(number)") {
        let isDone = signal()
        Task { isDone.signal() }
        isDone.wait()
      }
    }
    stuck()
    queue("bridges").addOperations(bridges, waitUntilFinished: true)
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
