import Foundation

extension FaultSample {
  static let retainedAfterFinish = FaultSample(
    "retained-after-finish",
    patience: 20,
    wrong: {
      let queue = OperationQueue()
      for _ in 1...150 {
        let fetch = Fetch()
        fetch.completionBlock = {
          print("fetched \(fetch.byteCount) bytes")
        }
        queue.addOperation(fetch)
        Thread.sleep(forTimeInterval: 0.008)
      }
      queue.waitUntilAllOperationsAreFinished()
    },
    right: {
      let queue = OperationQueue()
      for _ in 1...150 {
        let fetch = Fetch()
        fetch.completionBlock = {
          print("fetched \(fetch.byteCount) bytes")
          fetch.completionBlock = nil
        }
        queue.addOperation(fetch)
        Thread.sleep(forTimeInterval: 0.008)
      }
      queue.waitUntilAllOperationsAreFinished()
    }
  )
}

private final class Fetch: Operation, @unchecked Sendable {
  private(set) var byteCount = 0

  override init() {
    super.init()
    name = "fetch"
  }

  override func main() {
    byteCount = 1_024
  }
}
