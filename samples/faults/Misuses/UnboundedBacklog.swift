import Foundation

extension FaultSample {
  static let unboundedBacklog = FaultSample(
    "unbounded-backlog",
    patience: 20,
    wrong: {
      let log = OperationQueue()
      log.maxConcurrentOperationCount = 1
      let end = Date(timeIntervalSinceNow: 1.4)
      while Date() < end {
        log.addOperation(line())
        Thread.sleep(forTimeInterval: 0.002)
      }
    },
    right: {
      let log = OperationQueue()
      log.maxConcurrentOperationCount = 1
      let room = DispatchSemaphore(value: 20)
      let end = Date(timeIntervalSinceNow: 1.4)
      while Date() < end {
        room.wait()
        let line = line()
        line.completionBlock = { room.signal() }
        log.addOperation(line)
        Thread.sleep(forTimeInterval: 0.002)
      }
    }
  )
}

/// Takes longer to write than it takes the program to make the next one.
private func line() -> Operation {
  let line = BlockOperation { Thread.sleep(forTimeInterval: 0.07) }
  line.name = "line"
  return line
}
