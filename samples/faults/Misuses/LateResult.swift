import Foundation

extension FaultSample {
  static let lateResult = FaultSample(
    "late-result",
    wrong: {
      let queue = OperationQueue()
      let thumbnails = (1...10).map { Thumbnail(photo: $0) }
      queue.addOperations(thumbnails, waitUntilFinished: false)
      let edited = Thumbnail(photo: 3)
      queue.addOperation(edited)
      edited.answer()
      for thumbnail in thumbnails { thumbnail.answer() }
      queue.waitUntilAllOperationsAreFinished()
    },
    right: {
      let queue = OperationQueue()
      let thumbnails = (1...10).map { Thumbnail(photo: $0) }
      queue.addOperations(thumbnails, waitUntilFinished: false)
      thumbnails[2].cancel()
      let edited = Thumbnail(photo: 3)
      queue.addOperation(edited)
      edited.answer()
      for thumbnail in thumbnails { thumbnail.answer() }
      queue.waitUntilAllOperationsAreFinished()
    }
  )
}

private final class Thumbnail: AnsweredOperation, @unchecked Sendable {
  init(photo: Int) {
    super.init()
    name = "thumbnail of photo \(photo)"
  }
}
