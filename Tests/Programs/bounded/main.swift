import Foundation
import OperationTracing
import TraceEvents
import TraceModel

// Records one busy run twice, whole and with a bound, and holds the two against each other.
//
//   tracing-bounded compare BYTES OPERATIONS
//   tracing-bounded run SECONDS        records healthy work where the environment says, until it is killed

/// An operation with a name of its own, as servers have them.
final class Request: Operation, @unchecked Sendable {
  override func main() {
    var sum = 0
    for number in 0..<200 { sum &+= number &* number }
    if sum == 1 { print(sum) }
  }
}

/// An operation that lasts until it is let go.
final class Session: Operation, @unchecked Sendable {
  let end = DispatchSemaphore(value: 0)
  override func main() { end.wait() }
}

/// What lasts from the beginning to the end: three that execute, one that waits for one of them, and one in a suspended queue.
struct LongLived {
  let queue = OperationQueue()
  let suspended = OperationQueue()
  let sessions = (0..<3).map { _ in Session() }
  let after = Request()
  let held = Request()

  init() {
    queue.name = "sessions"
    queue.maxConcurrentOperationCount = 8
    suspended.name = "held"
    suspended.isSuspended = true
    for (number, session) in sessions.enumerated() { session.name = "session \(number)" }
    after.name = "after all"
    held.name = "held for ever"
    after.addDependency(sessions[0])
    queue.addOperations(sessions + [after], waitUntilFinished: false)
    suspended.addOperation(held)
  }

  func end() {
    for session in sessions { session.end.signal() }
    queue.waitUntilAllOperationsAreFinished()
    suspended.isSuspended = false
    suspended.waitUntilAllOperationsAreFinished()
  }
}

/// Short operations from several threads, in chains of three, no more than some hundred at a time.
func work(operations: Int, threads: Int = 4) {
  let group = DispatchGroup()
  for thread in 0..<threads {
    group.enter()
    Thread.detachNewThread {
      let queue = OperationQueue()
      queue.name = "requests \(thread)"
      queue.maxConcurrentOperationCount = 1 + thread
      let room = DispatchSemaphore(value: 12)
      var last: Operation?
      for number in 0..<operations / threads {
        do {
          room.wait()
          // As fast as it can be, it would be a test of how soon a busy machine gives the keeper a turn.
          if number % 16 == 0 { usleep(2_000) }
          let request = Request()
          request.name = "request \(thread).\(number)"
          request.completionBlock = { room.signal() }
          if number % 3 > 0, let last { request.addDependency(last) }
          last = request
          queue.addOperation(request)
        }
      }
      queue.waitUntilAllOperationsAreFinished()
      group.leave()
    }
  }
  group.wait()
}

let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "compare":
  try compare(bytes: Int(arguments[2]) ?? 0, operations: Int(arguments[3]) ?? 0)
case "run":
  // Who starts a process from a dispatch queue leaves it with signals blocked.
  var none = sigset_t()
  sigemptyset(&none)
  pthread_sigmask(SIG_SETMASK, &none, nil)
  OperationTracer.startFromEnvironment()
  let end = Date(timeIntervalSinceNow: Double(arguments[2]) ?? 1)
  while Date() < end { work(operations: 400) }
default:
  print("tracing-bounded compare BYTES OPERATIONS | run SECONDS")
}
