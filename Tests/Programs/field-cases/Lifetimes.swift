import Foundation

/// Operations that live too long, or not long enough.
extension FieldCase {
  static let lifetimes = [
    FieldCase("completion-block-keeps-its-operation") {
      complete { upload in { _ = upload.isFinished } }
    },
    FieldCase("completion-block-lets-it-go") {
      complete { upload in { [weak upload] in _ = upload?.isFinished } }
    },
    FieldCase("started-by-hand-and-dropped", startedByHandAndDropped),
  ]

  /// Case 58 and its control.
  private static func complete(_ completion: (Operation) -> @Sendable () -> Void) {
    let uploads = queue("uploads")
    for number in 1...200 {
      let upload = block("upload \(number)")
      upload.completionBlock = completion(upload)
      uploads.addOperation(upload)
      usleep(7_000)
    }
    uploads.waitUntilAllOperationsAreFinished()
    // What is released late is not to be taken for what stays.
    usleep(50_000)
  }

  /// Case 60.
  private static func startedByHandAndDropped() {
    let hasCalledBack = signal()
    do {
      let request = Asynchronous("request") { request in
        later { [weak request] in
          request?.finish()
          hasCalledBack.signal()
        }
      }
      request.start()
    }
    hasCalledBack.wait()
  }
}
