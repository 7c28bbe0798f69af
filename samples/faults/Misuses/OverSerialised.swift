import Foundation

extension FaultSample {
  static let overSerialised = FaultSample(
    "over-serialised",
    patience: 20,
    wrong: {
      let queue = OperationQueue()
      queue.name = "album"
      queue.maxConcurrentOperationCount = 2
      exportAlbum(on: queue)
    },
    right: {
      let queue = OperationQueue()
      queue.name = "album"
      queue.maxConcurrentOperationCount = 16
      exportAlbum(on: queue)
    }
  )
}

/// Asks two servers for seven photos each.
private func exportAlbum(on queue: OperationQueue) {
  let photos = (1...7).map { _ in Download() }
  let places = (1...7).map { _ in LookUp() }
  queue.addOperations(zip(photos, places).flatMap { [$0, $1] }, waitUntilFinished: true)
}

/// Waits for a server, and needs no thread meanwhile.
private class Answer: AsynchronousOperation, @unchecked Sendable {
  override func main() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(190)) { self.finish() }
  }
}

private final class Download: Answer, @unchecked Sendable {
  override init() {
    super.init()
    name = "download"
  }
}

private final class LookUp: Answer, @unchecked Sendable {
  override init() {
    super.init()
    name = "look up"
  }
}
