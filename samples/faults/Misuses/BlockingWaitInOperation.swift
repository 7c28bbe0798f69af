import Foundation

extension FaultSample {
  static let blockingWaitInOperation = FaultSample(
    "blocking-wait-in-operation",
    wrong: {
      let queue = OperationQueue()
      (queue.name, queue.maxConcurrentOperationCount) = ("albums", 2)
      let album = BlockOperation {
        let photo = BlockOperation { Thread.sleep(forTimeInterval: 0.2) }
        photo.name = "photo"
        queue.addOperation(photo)
        photo.waitUntilFinished()
        print("album")
      }
      album.name = "album"
      queue.addOperation(album)
      queue.waitUntilAllOperationsAreFinished()
    },
    right: {
      let (queue, photos) = (OperationQueue(), OperationQueue())
      (queue.name, queue.maxConcurrentOperationCount) = ("albums", 2)
      (photos.name, photos.maxConcurrentOperationCount) = ("photos", 2)
      let album = BlockOperation {
        let photo = BlockOperation { Thread.sleep(forTimeInterval: 0.2) }
        photo.name = "photo"
        photos.addOperation(photo)
        photo.waitUntilFinished()
        print("album")
      }
      album.name = "album"
      queue.addOperation(album)
      queue.waitUntilAllOperationsAreFinished()
    }
  )
}
