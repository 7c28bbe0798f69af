import Foundation

extension FaultSample {
  static let mainQueueNotDrained = FaultSample(
    "main-queue-not-drained",
    wrong: {
      let (fetch, show, save) = fetchShowAndSave()
      show.addDependency(fetch)
      save.addDependency(show)
      OperationQueue.main.addOperation(show)
      OperationQueue().addOperations([fetch, save], waitUntilFinished: false)
      save.waitUntilFinished()
    },
    right: {
      let (fetch, show, save) = fetchShowAndSave()
      show.addDependency(fetch)
      save.addDependency(show)
      OperationQueue.main.addOperation(show)
      OperationQueue().addOperations([fetch, save], waitUntilFinished: false)
      while !save.isFinished {
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01))
      }
    }
  )
}

private func fetchShowAndSave() -> (fetch: Operation, show: Operation, save: Operation) {
  let fetch = BlockOperation { print("fetched") }
  let show = BlockOperation { print("shown") }
  let save = BlockOperation { print("saved") }
  (fetch.name, show.name, save.name) = ("fetch", "show", "save")
  return (fetch, show, save)
}
