import Foundation

extension FaultSample {
  static let asynchronousWorkInMain = FaultSample(
    "asynchronous-work-in-main",
    wrong: {
      final class Login: Operation, @unchecked Sendable {
        override var isAsynchronous: Bool { true }
        override func main() {
          answer { print("logged in") }
        }
      }
      logIn(with: [Login(), Login(), Login()])
    },
    right: {
      final class Login: AsynchronousOperation, @unchecked Sendable {
        override func main() {
          answer {
            print("logged in")
            self.finish()
          }
        }
      }
      logIn(with: [Login(), Login(), Login()])
    }
  )
}

private let isOver = DispatchSemaphore(value: 0)

/// Stands for a server that takes a while.
private func answer(_ completion: @escaping @Sendable () -> Void) {
  DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) {
    completion()
    isOver.signal()
  }
}

private func logIn(with logins: [Operation]) {
  for login in logins { login.name = "login" }
  let queue = OperationQueue()
  queue.addOperations(logins, waitUntilFinished: true)
  print("all operations have finished")
  for _ in logins { isOver.wait() }
}
