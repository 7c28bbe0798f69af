// Scans the pages of a document. An operation says that it is finished when it is asked, but never
// tells its queue, which therefore never asks. This program never ends, so it gives up.

import Foundation
import OperationTracing

OperationTracer.startFromEnvironment()

/// Scans a page, and goes on after `start()` has returned.
final class ScanPage: Operation, @unchecked Sendable {
  private enum State {
    case ready, executing, finished
  }

  private let lock = NSLock()
  private var state = State.ready

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state == .executing } }
  override var isFinished: Bool { lock.withLock { state == .finished } }

  override func start() {
    lock.withLock { state = .executing }
    // Stands for a scanner that calls back when it is done.
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(30)) {
      // WRONG: between willChangeValue and didChangeValue for `isFinished` it would be right.
      self.lock.withLock { self.state = .finished }
    }
  }
}

let scanner = OperationQueue()
scanner.name = "scanner"
scanner.maxConcurrentOperationCount = 1

let first = ScanPage()
first.name = "scan page 1"

let second = ScanPage()
second.name = "scan page 2"

let bind = BlockOperation {
  print("bound the pages")
}
bind.name = "bind document"
bind.addDependency(first)
bind.addDependency(second)

scanner.addOperations([first, second, bind], waitUntilFinished: false)

Thread.detachNewThread {
  Thread.sleep(forTimeInterval: 2)
  print("gave up after 2 seconds: the pages have not been bound")
  exit(EXIT_FAILURE)
}
bind.waitUntilFinished()
