import Foundation

extension FaultSample {
  static let selfDeadlock = FaultSample(
    "self-deadlock",
    wrong: {
      let images = serialQueue("images")
      let resize = named("resize") { print("resized") }
      let decode = named("decode") {
        images.addOperation(resize)
        resize.waitUntilFinished()
      }
      run(decode, on: images, upload: resize)
    },
    right: {
      let images = serialQueue("images")
      let resize = named("resize") { print("resized") }
      let decode = named("decode") {
        images.addOperation(resize)
      }
      run(decode, on: images, upload: resize)
    }
  )
}

private func serialQueue(_ name: String) -> OperationQueue {
  let queue = OperationQueue()
  queue.name = name
  queue.maxConcurrentOperationCount = 1
  return queue
}

private func named(_ name: String, _ block: @escaping @Sendable () -> Void) -> Operation {
  let operation = BlockOperation(block: block)
  operation.name = name
  return operation
}

private func run(_ decode: Operation, on images: OperationQueue, upload image: Operation) {
  let upload = named("upload") { print("uploaded") }
  upload.addDependency(image)
  images.addOperation(decode)
  OperationQueue().addOperations([upload], waitUntilFinished: true)
}
