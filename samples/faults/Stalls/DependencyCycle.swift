import Foundation

extension FaultSample {
  static let dependencyCycle = FaultSample(
    "dependency-cycle",
    wrong: {
      let (net, database) = (OperationQueue(), OperationQueue())
      (net.name, database.name) = ("net", "database")
      let fetch = BlockOperation { print("fetched") }
      let store = BlockOperation { print("stored") }
      (fetch.name, store.name) = ("fetch", "store")
      store.addDependency(fetch)
      fetch.addDependency(store)
      net.addOperation(fetch)
      database.addOperation(store)
      database.waitUntilAllOperationsAreFinished()
    },
    right: {
      let (net, database) = (OperationQueue(), OperationQueue())
      (net.name, database.name) = ("net", "database")
      let fetch = BlockOperation { print("fetched") }
      let store = BlockOperation { print("stored") }
      (fetch.name, store.name) = ("fetch", "store")
      store.addDependency(fetch)
      net.addOperation(fetch)
      database.addOperation(store)
      database.waitUntilAllOperationsAreFinished()
    }
  )
}
