import Foundation

extension FaultSample {
  static let deepChain = FaultSample(
    "deep-chain",
    patience: 20,
    wrong: {
      let uploads = [OperationQueue(), OperationQueue()]
      var last: Operation?
      for number in 1...1_200 {
        let upload = BlockOperation {}
        upload.name = "upload \(number)"
        if let last { upload.addDependency(last) }
        uploads[number % 2].addOperation(upload)
        last = upload
      }
      last?.waitUntilFinished()
    },
    right: {
      let uploads = [OperationQueue(), OperationQueue()]
      var last: Operation?
      for number in 1...1_200 {
        let upload = BlockOperation {}
        upload.name = "upload \(number)"
        if let last {
          upload.addDependency(last)
          upload.addExecutionBlock { [unowned upload] in
            for step in upload.dependencies { upload.removeDependency(step) }
          }
        }
        uploads[number % 2].addOperation(upload)
        last = upload
      }
      last?.waitUntilFinished()
    }
  )
}
