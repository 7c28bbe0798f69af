import Foundation

/// Operations of several classes that depend on each other.
func pipeline() {
  let queue = OperationQueue()
  queue.name = "pipeline"
  queue.maxConcurrentOperationCount = 4
  var last: [Decode] = []
  for number in 0..<50 {
    let download = Download(number)
    let decode = Decode(number)
    let resize = Resize()
    let chore = Chore()
    chore.addExecutionBlock {}
    decode.addDependency(download)
    resize.addDependency(decode)
    chore.addDependency(resize)
    queue.addOperations([chore, resize, decode, download], waitUntilFinished: false)
    last.append(decode)
  }
  queue.waitUntilAllOperationsAreFinished()
  print("sum \(last.reduce(0) { $0 + $1.result })")
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
  for number in 0..<20 { forwarding.addOperation(Decode(number)) }
  forwarding.waitUntilAllOperationsAreFinished()
  print("forwarded")
}
