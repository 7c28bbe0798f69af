// Many readers, one writer, no lock: a barrier runs alone in its queue, after all that was added
// before it and before all that is added after it.

import Foundation
import OperationTracing

OperationTracer.startFromEnvironment()

/// The books of a library, read by operations of the queue below and changed by its barriers only.
final class Catalogue: @unchecked Sendable {
  private(set) var titles = ["Middlemarch", "Persuasion"]

  func add(_ title: String) {
    titles.append(title)
    titles.sort()
  }
}

let catalogue = Catalogue()
let readers = OperationQueue()
readers.name = "catalogue"

/// An operation that reads the catalogue.
func reading(_ name: String, _ body: @escaping @Sendable ([String]) -> String) -> Operation {
  let operation = BlockOperation {
    Thread.sleep(forTimeInterval: 0.01)
    print("\(name): \(body(catalogue.titles))")
  }
  operation.name = name
  return operation
}

// While the queue is filled it is suspended, so that its readers are still there when the barrier
// comes. On Linux a barrier that finds its queue empty runs at once, suspended or not.
readers.isSuspended = true
readers.addOperation(reading("count books") { String($0.count) })
readers.addOperation(reading("find oldest entry") { $0.first ?? "none" })
readers.addBarrierBlock {
  Thread.sleep(forTimeInterval: 0.02)
  catalogue.add("Emma")
}
readers.addOperation(reading("count again") { String($0.count) })
readers.addOperation(reading("find first title") { $0.first ?? "none" })
readers.isSuspended = false

readers.waitUntilAllOperationsAreFinished()
