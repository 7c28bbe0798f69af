import Foundation

extension FaultSample {
  /// One operation that never finishes, and what that means three queues away.
  static let blockedByStall = FaultSample(
    "blocked-by-stall",
    wrong: {
      final class Download: AsynchronousOperation, @unchecked Sendable {
        override func main() {
          if !isOnline { return }
          finish()
        }
      }
      publish(Download())
    },
    right: {
      final class Download: AsynchronousOperation, @unchecked Sendable {
        override func main() {
          defer { finish() }
          if !isOnline { return }
          print("downloaded")
        }
      }
      publish(Download())
    }
  )
}

private let isOnline = false

/// Downloads on one queue, works on the next, and writes on the last: the index behind a barrier.
private func publish(_ download: Operation) {
  let (net, work, disk) = (OperationQueue(), OperationQueue(), OperationQueue())
  (net.name, work.name, disk.name) = ("net", "work", "disk")
  net.maxConcurrentOperationCount = 1
  let (parse, upload) = (BlockOperation(), BlockOperation())
  let (store, index) = (BlockOperation(), BlockOperation())
  (download.name, parse.name, upload.name) = ("download", "parse", "upload")
  (store.name, index.name) = ("store", "index")
  parse.addDependency(download)
  store.addDependency(parse)
  net.addOperations([download, upload], waitUntilFinished: false)
  work.addOperation(parse)
  disk.addOperation(store)
  disk.addBarrierBlock { print("stored") }
  disk.addOperation(index)
  disk.waitUntilAllOperationsAreFinished()
}
