import Foundation

extension FaultSample {
  static let noFreeSlot = FaultSample(
    "no-free-slot",
    wrong: {
      let encoders = OperationQueue()
      encoders.name = "encoders"
      let spare = processors - 2 * inUse
      encoders.maxConcurrentOperationCount = max(0, spare)
      encode(on: encoders)
    },
    right: {
      let encoders = OperationQueue()
      encoders.name = "encoders"
      let spare = processors - 2 * inUse
      encoders.maxConcurrentOperationCount = max(1, spare)
      encode(on: encoders)
    }
  )
}

private let processors = ProcessInfo.processInfo.activeProcessorCount
private let inUse = processors

private func encode(on encoders: OperationQueue) {
  let encode = BlockOperation { print("encoded") }
  encode.name = "encode"
  encoders.addOperations([encode], waitUntilFinished: true)
}
