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
      logIn(with: Login())
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
      logIn(with: Login())
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

private func logIn(with login: Operation) {
  login.name = "login"
  let queue = OperationQueue()
  queue.addOperation(login)
  queue.waitUntilAllOperationsAreFinished()
  print("all operations have finished")
  isOver.wait()
}
