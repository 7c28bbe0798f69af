import Foundation

extension FaultSample {
  static let schedulerOverhead = FaultSample(
    "scheduler-overhead",
    patience: 20,
    wrong: {
      let (network, jobs) = (OperationQueue(), OperationQueue())
      let login = AnsweredOperation()
      network.addOperation(login)
      for _ in 1...2_000 { jobs.addOperation(request(after: login)) }
      render(on: jobs)
    },
    right: {
      let (network, jobs) = (OperationQueue(), OperationQueue())
      let requests = OperationQueue()
      let login = AnsweredOperation()
      network.addOperation(login)
      for _ in 1...2_000 { requests.addOperation(request(after: login)) }
      render(on: jobs)
    }
  )
}

/// What can't start before a login that takes longer than this program runs.
private func request(after login: Operation) -> Operation {
  let request = BlockOperation {}
  request.addDependency(login)
  return request
}

private func render(on jobs: OperationQueue) {
  let views = (1...700).map { _ in
    let view = BlockOperation {}
    view.name = "view"
    return view
  }
  jobs.addOperations(views, waitUntilFinished: true)
}
