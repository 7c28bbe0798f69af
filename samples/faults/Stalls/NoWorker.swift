import Foundation

extension FaultSample {
  static let noWorker = FaultSample(
    "no-worker",
    wrong: {
      let replies = OperationQueue()
      replies.name = "replies"
      waitForReply(on: replies)
    },
    right: {
      let replies = OperationQueue()
      replies.name = "replies"
      let ownThread = DispatchQueue(label: "replies")
      replies.underlyingQueue = ownThread
      waitForReply(on: replies)
      // An operation queue does not keep its underlying queue alive.
      withExtendedLifetime(ownThread) {}
    }
  )
}

/// Sends more requests than there can be threads; each blocks until the reply has come, which is an operation, too.
private func waitForReply(on replies: OperationQueue) {
  let hasReplied = DispatchSemaphore(value: 0)
  let requests = OperationQueue()
  requests.name = "requests"
  for _ in 0..<300 {
    let request = BlockOperation {
      hasReplied.wait()
      hasReplied.signal()
    }
    request.name = "request"
    requests.addOperation(request)
  }
  let reply = BlockOperation { hasReplied.signal() }
  reply.name = "reply"
  replies.addOperation(reply)
  requests.waitUntilAllOperationsAreFinished()
}
