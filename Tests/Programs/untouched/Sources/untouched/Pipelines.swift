import Foundation

/// Operations of several classes that depend on each other; it ends when nobody holds them any more.
func pipeline() {
  let queue = OperationQueue()
  queue.name = "pipeline"
  queue.maxConcurrentOperationCount = 4
  var used: [Weak] = []
  var decodes: [Decode] = []
  for number in 0..<50 {
    let download = Download(number)
    let decode = Decode(number)
    let resize = Resize()
    let chore = Chore()
    chore.addExecutionBlock {}
    decode.addDependency(download)
    resize.addDependency(decode)
    chore.addDependency(resize)
    used += [download, decode, resize, chore].map { Weak(operation: $0) }
    queue.addOperations([chore, resize, decode, download], waitUntilFinished: false)
    decodes.append(decode)
  }
  queue.waitUntilAllOperationsAreFinished()
  print("sum \(decodes.reduce(0) { $0 + $1.result })")
  decodes = []
  while used.contains(where: { $0.operation != nil }) { usleep(1_000) }
}

/// An operation that may have gone.
private struct Weak {
  weak var operation: Operation?
}

/// One after the other, in the order in which they were added.
func serial() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  for number in 0..<200 { queue.addOperation { print("step \(number)") } }
  queue.waitUntilAllOperationsAreFinished()
}

/// Queues of classes of the program's own.
func queues() {
  let counting = CountingQueue()
  counting.name = "counting"
  for _ in 0..<20 { counting.addOperation(Step()) }
  counting.addOperation {}
  counting.addOperations([Step(), Step()], waitUntilFinished: true)
  counting.waitUntilAllOperationsAreFinished()
  print("added \(counting.added)")
  let forwarding = ForwardingQueue()
  forwarding.name = "forwarding"
  for number in 0..<20 { forwarding.addOperation(Decode(number)) }
  forwarding.waitUntilAllOperationsAreFinished()
  print("forwarded")
}

/// What is cancelled before it starts.
func cancelled() {
  let queue = OperationQueue()
  queue.isSuspended = true
  let steps = (0..<10).map { _ in Step() }
  queue.addOperations(steps, waitUntilFinished: false)
  steps[3].cancel()
  steps[7].cancel()
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
  print("cancelled \(steps.count { $0.isCancelled })")
}

/// Thousands of blocks of the dispatch library beside operations.
func blocks() {
  let queue = OperationQueue()
  let group = DispatchGroup()
  let lock = NSLock()
  nonisolated(unsafe) var sum = 0
  for number in 0..<20_000 {
    DispatchQueue.global().async(group: group) { lock.withLock { sum += number } }
    if number % 20 == 0 { queue.addOperation { lock.withLock { sum += 1 } } }
  }
  group.wait()
  queue.waitUntilAllOperationsAreFinished()
  print("sum \(sum)")
}

/// Operations of the main queue, which a run loop serves.
func mainQueue() {
  nonisolated(unsafe) var isDone = false
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  for number in 0..<20 {
    queue.addOperation {
      OperationQueue.main.addOperation { print("main \(number) \(Thread.isMainThread)") }
    }
  }
  queue.addOperation { OperationQueue.main.addOperation { isDone = true } }
  while !isDone, RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05)) {}
}

/// Operations of the main queue, which the dispatch library serves.
func runDispatchMain() {
  for number in 0..<20 { OperationQueue.main.addOperation { print("main \(number)") } }
  OperationQueue.main.addOperation { exit(0) }
  dispatchMain()
}

/// Structured concurrency beside operations.
func tasks() {
  let done = DispatchSemaphore(value: 0)
  Task {
    let sum = await withTaskGroup(of: Int.self) { group in
      for number in 0..<100 { group.addTask { await answer(number) } }
      return await group.reduce(0, +)
    }
    print("sum \(sum)")
    done.signal()
  }
  done.wait()
}

private let answers = OperationQueue()

private func answer(_ number: Int) async -> Int {
  await withCheckedContinuation { continuation in
    answers.addOperation { continuation.resume(returning: number) }
  }
}
