import Foundation

extension FaultSample {
  static let slotStarvation = FaultSample(
    "slot-starvation",
    patience: 20,
    wrong: {
      let pictures = OperationQueue()
      pictures.name = "pictures"
      pictures.maxConcurrentOperationCount = 2
      for number in 1...4 { pictures.addOperation(Download("download \(number)")) }
      let thumbnail = Thumbnail()
      thumbnail.name = "thumbnail"
      pictures.addOperation(thumbnail)
      thumbnail.waitUntilFinished()
    },
    right: {
      let pictures = OperationQueue()
      pictures.name = "pictures"
      pictures.maxConcurrentOperationCount = 2
      for number in 1...4 { pictures.addOperation(Download("download \(number)")) }
      let thumbnails = OperationQueue()
      let thumbnail = Thumbnail()
      thumbnail.name = "thumbnail"
      thumbnails.addOperation(thumbnail)
      pictures.waitUntilAllOperationsAreFinished()
    }
  )
}

/// Waits for a server, and needs no thread meanwhile.
private final class Download: AsynchronousOperation, @unchecked Sendable {
  init(_ name: String) {
    super.init()
    self.name = name
  }

  override func main() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(600)) { self.finish() }
  }
}

/// Takes a moment.
private final class Thumbnail: Operation, @unchecked Sendable {
  override func main() {
    print("made a thumbnail")
  }
}
