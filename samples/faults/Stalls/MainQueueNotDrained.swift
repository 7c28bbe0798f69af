import Foundation

extension FaultSample {
  static let mainQueueNotDrained = FaultSample(
    "main-queue-not-drained",
    wrong: {
      let save = fetchShowAndSave()
      save.waitUntilFinished()
    },
    right: {
      let save = fetchShowAndSave()
      while !save.isFinished {
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01))
      }
    }
  )
}

/// Saves what the main queue has shown.
private func fetchShowAndSave() -> Operation {
  let fetch = BlockOperation { print("fetched") }
  let show = BlockOperation { print("shown") }
  let save = BlockOperation { print("saved") }
  (fetch.name, show.name, save.name) = ("fetch", "show", "save")
  show.addDependency(fetch)
  save.addDependency(show)
  OperationQueue.main.addOperation(show)
  OperationQueue().addOperations([fetch, save], waitUntilFinished: false)
  return save
}
