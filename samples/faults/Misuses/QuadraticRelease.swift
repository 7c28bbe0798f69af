import Foundation

extension FaultSample {
  static let quadraticRelease = FaultSample(
    "quadratic-release",
    patience: 20,
    wrong: {
      let queue = OperationQueue()
      let login = AnsweredOperation()
      login.name = "login"
      queue.addOperation(login)
      for _ in 1...1_500 {
        let request = BlockOperation { send() }
        request.addDependency(login)
        queue.addOperation(request)
      }
      login.answer()
    },
    right: {
      let queue = OperationQueue()
      let login = AnsweredOperation()
      login.name = "login"
      queue.addOperation(login)
      login.answer()
      login.waitUntilFinished()
      for _ in 1...1_500 {
        let request = BlockOperation { send() }
        request.addDependency(login)
        queue.addOperation(request)
      }
    }
  )
}

private func send() {
  usleep(300)
}
