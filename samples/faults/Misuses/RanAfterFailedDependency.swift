import Foundation
import OperationTracing

extension FaultSample {
  static let ranAfterFailedDependency = FaultSample(
    "ran-after-failed-dependency",
    wrong: {
      let queue = OperationQueue()
      let download = BlockOperation()
      let parse = BlockOperation { print("parsed what is not there") }
      (download.name, parse.name) = ("download", "parse")
      parse.addDependency(download)
      download.addExecutionBlock { [unowned download] in
        recordFailure(of: download, "no connection")
      }
      queue.addOperations([download, parse], waitUntilFinished: true)
    },
    right: {
      let queue = OperationQueue()
      let download = BlockOperation()
      let parse = BlockOperation { print("parsed") }
      (download.name, parse.name) = ("download", "parse")
      parse.addDependency(download)
      download.addExecutionBlock { [unowned download, unowned parse] in
        recordFailure(of: download, "no connection")
        parse.cancel()
      }
      queue.addOperations([download, parse], waitUntilFinished: true)
    }
  )
}
