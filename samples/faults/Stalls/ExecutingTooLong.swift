import Foundation

extension FaultSample {
  static let executingTooLong = FaultSample(
    "executing-too-long",
    // An operation may be computing: it is suspected after five seconds.
    patience: 6.5,
    wrong: {
      let uploads = OperationQueue()
      uploads.name = "uploads"
      let upload = BlockOperation {
        let answered = DispatchSemaphore(value: 0)
        send { answer in if answer != nil { answered.signal() } }
        answered.wait()
      }
      upload.name = "upload"
      uploads.addOperations([upload], waitUntilFinished: true)
    },
    right: {
      let uploads = OperationQueue()
      uploads.name = "uploads"
      let upload = BlockOperation {
        let answered = DispatchSemaphore(value: 0)
        send { _ in answered.signal() }
        answered.wait()
      }
      upload.name = "upload"
      uploads.addOperations([upload], waitUntilFinished: true)
    }
  )
}

/// Asks a server that does not answer.
private func send(_ completion: @escaping @Sendable (String?) -> Void) {
  Thread.detachNewThread { completion(nil) }
}
