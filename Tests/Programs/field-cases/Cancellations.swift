import Foundation

/// Cancellations that are ignored, or leave somebody waiting.
extension FieldCase {
  static let cancellations = [
    FieldCase("work-ignores-cancel") { work(looksAtCancel: false) },
    FieldCase("work-heeds-cancel") { work(looksAtCancel: true) },
    FieldCase("outer-waits-for-dropped-inner", outerWaitsForDroppedInner),
    FieldCase("cancelled-waits-for-a-slot", cancelledWaitsForASlot),
    FieldCase("cancels-itself", cancelsItself),
  ]

  /// Case 65 and its control.
  private static func work(looksAtCancel: Bool) {
    let (isRunning, isCancelled) = (signal(), signal())
    let search = Rounds("search") { search in
      isRunning.signal()
      isCancelled.wait()
      for _ in 1...30 where !(looksAtCancel && search.isCancelled) { usleep(10_000) }
    }
    let searches = queue("searches")
    searches.addOperation(search)
    isRunning.wait()
    search.cancel()
    isCancelled.signal()
    search.waitUntilFinished()
  }

  /// Case 67.
  private static func outerWaitsForDroppedInner() {
    let (requests, mappings) = (queue("requests"), queue("mappings", limit: 1))
    let (isAdded, isCancelled) = (signal(), signal())
    mappings.addOperation(block("other mapping") { isCancelled.wait() })
    let request = Asynchronous("request") { request in
      mappings.addOperation(block("mapper") { request.finish() })
      isAdded.signal()
    }
    requests.addOperation(request)
    isAdded.wait()
    requests.cancelAllOperations()
    mappings.operations.last?.cancel()
    isCancelled.signal()
    mappings.waitUntilAllOperationsAreFinished()
    stuck()
    request.waitUntilFinished()
  }

  /// Case 69.
  private static func cancelledWaitsForASlot() {
    let images = queue("images", limit: 1)
    images.addOperation(block("large") { usleep(300_000) })
    let small = block("small")
    images.addOperation(small)
    small.cancel()
    small.waitUntilFinished()
  }

  /// Case 78, which once failed here.
  private static func cancelsItself() {
    let search = Rounds("search") { $0.cancel() }
    run(search, in: queue("searches"))
  }
}

/// A body that is given its operation.
private final class Rounds: Operation, @unchecked Sendable {
  private let body: @Sendable (Operation) -> Void

  init(_ name: String, _ body: @escaping @Sendable (Operation) -> Void) {
    self.body = body
    super.init()
    self.name = name
  }

  override func main() {
    body(self)
  }
}
