import Foundation
import Synchronization

extension FaultSample {
  static let neverReady = FaultSample(
    "never-ready",
    wrong: {
      final class Gate: Operation, @unchecked Sendable {
        let isOpen = Mutex(false)
        override var isReady: Bool { super.isReady && isOpen.withLock { $0 } }

        func open() {
          isOpen.withLock { $0 = true }
        }
      }
      let gate = Gate()
      let queue = add(gate)
      gate.open()
      queue.waitUntilAllOperationsAreFinished()
    },
    right: {
      final class Gate: Operation, @unchecked Sendable {
        let isOpen = Mutex(false)
        override var isReady: Bool { super.isReady && isOpen.withLock { $0 } }

        func open() {
          willChangeValue(forKey: "isReady")
          isOpen.withLock { $0 = true }
          didChangeValue(forKey: "isReady")
        }
      }
      let gate = Gate()
      let queue = add(gate)
      gate.open()
      queue.waitUntilAllOperationsAreFinished()
    }
  )
}

private func add(_ gate: Operation) -> OperationQueue {
  let enter = BlockOperation { print("entered") }
  (gate.name, enter.name) = ("gate", "enter")
  enter.addDependency(gate)
  let queue = OperationQueue()
  queue.name = "visitors"
  queue.addOperations([gate, enter], waitUntilFinished: false)
  return queue
}
