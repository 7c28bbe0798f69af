import Foundation

extension FaultSample {
  static let dependencyNotEnqueued = FaultSample(
    "dependency-not-enqueued",
    wrong: {
      let (download, parse) = downloadAndParse()
      parse.addDependency(download)
      let queue = OperationQueue()
      queue.addOperation(parse)
      queue.waitUntilAllOperationsAreFinished()
    },
    right: {
      let (download, parse) = downloadAndParse()
      parse.addDependency(download)
      let queue = OperationQueue()
      queue.addOperation(parse)
      queue.addOperation(download)
      queue.waitUntilAllOperationsAreFinished()
    }
  )
}

private func downloadAndParse() -> (download: Operation, parse: Operation) {
  let download = BlockOperation { print("downloaded") }
  let parse = BlockOperation { print("parsed") }
  (download.name, parse.name) = ("download", "parse")
  return (download, parse)
}
