import Foundation

extension FaultSample {
  static let ranAfterCancelledDependency = FaultSample(
    "ran-after-cancelled-dependency",
    wrong: {
      let queue = OperationQueue()
      let download = BlockOperation { print("downloaded") }
      let parse = BlockOperation { print("parsed what is not there") }
      (download.name, parse.name) = ("download", "parse")
      parse.addDependency(download)
      download.cancel()
      queue.addOperations([download, parse], waitUntilFinished: true)
    },
    right: {
      let queue = OperationQueue()
      let download = BlockOperation { print("downloaded") }
      let parse = BlockOperation { print("parsed") }
      (download.name, parse.name) = ("download", "parse")
      parse.addDependency(download)
      download.cancel()
      parse.cancel()
      queue.addOperations([download, parse], waitUntilFinished: true)
    }
  )
}
