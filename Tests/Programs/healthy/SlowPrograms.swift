import Foundation
import OperationTracing

// Programs that are merely slow, or that look like trouble and are as their authors want them.

private func queue(_ name: String, limit: Int = OperationQueue.defaultMaxConcurrentOperationCount)
  -> OperationQueue
{
  let queue = OperationQueue()
  queue.name = name
  queue.maxConcurrentOperationCount = limit
  return queue
}

private func block(_ name: String, _ body: @escaping @Sendable () -> Void) -> BlockOperation {
  let operation = BlockOperation(block: body)
  operation.name = name
  return operation
}

/// Forty downloads, three at a time to be polite: nearly all of them wait nearly all of the time.
func throttledDownloads() {
  let downloads = queue("downloads", limit: 3)
  let transfers = (1...40).map { Transfer("download \($0)", milliseconds: 40) }
  downloads.addOperations(transfers, waitUntilFinished: true)
}

/// All of the work is there from the beginning, and is done as fast as it goes.
func batch() {
  let thumbnails = queue("thumbnails", limit: 2)
  let all = (1...400).map { number in block("thumbnail \(number)") { work(microseconds: 1_500) } }
  let index = block("index") { work(microseconds: 20_000) }
  for thumbnail in all { index.addDependency(thumbnail) }
  thumbnails.addOperations(all + [index], waitUntilFinished: true)
}

/// One at a time, in the order in which they came, each of them slow.
func slowSerial() {
  let migrations = queue("migrations", limit: 1)
  for step in 1...6 {
    migrations.addOperation(block("migrate step \(step)") { Thread.sleep(forTimeInterval: 0.4) })
  }
  migrations.waitUntilAllOperationsAreFinished()
}

/// A fast producer and a slow consumer that catches up.
func pipeline() {
  let (read, convert, write) = (
    queue("read", limit: 1), queue("convert", limit: 2), queue("write", limit: 1)
  )
  for number in 1...60 {
    let reading = block("read \(number)") { work(microseconds: 300) }
    let converting = block("convert \(number)") { work(microseconds: 4_000) }
    let writing = block("write \(number)") { work(microseconds: 500) }
    converting.addDependency(reading)
    writing.addDependency(converting)
    read.addOperation(reading)
    convert.addOperation(converting)
    write.addOperation(writing)
  }
  write.waitUntilAllOperationsAreFinished()
}

/// One operation that computes for seconds while the others are long done.
func computation() {
  let numbers = queue("numbers")
  let factor = block("factor") { work(microseconds: 3_000_000) }
  let report = block("report") {}
  report.addDependency(factor)
  for number in 1...20 {
    numbers.addOperation(block("small \(number)") { work(microseconds: 2_000) })
  }
  numbers.addOperations([factor, report], waitUntilFinished: true)
}

/// Someone types: each letter cancels the search before it, and every search looks at that.
func impatientUser() {
  let search = queue("search", limit: 1)
  var last: Search?
  for letter in 1...30 {
    last?.cancel()
    let next = Search("search \(letter)")
    search.addOperation(next)
    last = next
    Thread.sleep(forTimeInterval: 0.03)
  }
  search.waitUntilAllOperationsAreFinished()
}

private final class Search: Operation, @unchecked Sendable {
  init(_ name: String) {
    super.init()
    self.name = name
  }

  override func main() {
    for _ in 0..<80 where !isCancelled { work(microseconds: 1_000) }
  }
}

/// A queue that is filled while it is suspended, and a group with an inner queue that its operation waits for.
func nightlyJob() {
  let (night, tables) = (queue("night", limit: 2), queue("tables", limit: 2))
  night.isSuspended = true
  let backup = block("back up") {
    let parts = (1...8).map { number in
      block("table \(number)") { Thread.sleep(forTimeInterval: 0.02) }
    }
    tables.addOperations(parts, waitUntilFinished: true)
  }
  let vacuum = block("vacuum") { work(microseconds: 5_000) }
  vacuum.addDependency(backup)
  let mail = Transfer("mail report", milliseconds: 30)
  mail.addDependency(vacuum)
  night.addOperations([backup, vacuum, mail], waitUntilFinished: false)
  Thread.sleep(forTimeInterval: 0.2)
  night.isSuspended = false
  night.waitUntilAllOperationsAreFinished()
}
