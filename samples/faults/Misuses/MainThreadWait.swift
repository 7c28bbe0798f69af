import Foundation

extension FaultSample {
  static let mainThreadWait = FaultSample(
    "main-thread-wait",
    wrong: {
      let queue = OperationQueue()
      let load = BlockOperation { Thread.sleep(forTimeInterval: 0.3) }
      let show = BlockOperation { print("shown") }
      (load.name, show.name) = ("load", "show")
      OperationQueue.main.addOperation(show)
      queue.addOperation(load)
      load.waitUntilFinished()
      serveMainQueue(until: show)
    },
    right: {
      let queue = OperationQueue()
      let load = BlockOperation { Thread.sleep(forTimeInterval: 0.3) }
      let show = BlockOperation { print("shown") }
      (load.name, show.name) = ("load", "show")
      show.addDependency(load)
      OperationQueue.main.addOperation(show)
      queue.addOperation(load)
      serveMainQueue(until: show)
    }
  )
}

private func serveMainQueue(until last: Operation) {
  while !last.isFinished, RunLoop.main.run(mode: .default, before: .distantFuture) {}
}
