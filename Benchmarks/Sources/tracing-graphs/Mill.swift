import Foundation

/// A program of many operations that do nothing, in eight queues of four slots each.
struct Mill {
  /// How its operations depend on each other.
  enum Shape: String {
    /// Each on two of those that were added shortly before.
    case web
    /// Each on the one before.
    case chain
  }

  private let shape: Shape
  private let queues: [OperationQueue]
  private var seed: UInt64 = 42

  init(_ shape: Shape) {
    self.shape = shape
    queues = (0..<8).map { number in
      let queue = OperationQueue()
      queue.name = "queue \(number)"
      queue.maxConcurrentOperationCount = 4
      return queue
    }
  }

  private final class Decode: Operation, @unchecked Sendable {
    override func main() {}
  }

  private final class Store: Operation, @unchecked Sendable {
    override func main() {}
  }

  /// Adds the operations, and waits for all of them.
  consuming func run(_ count: Int) {
    var recent: [Operation] = []
    for number in 0..<count {
      let operation = Self.operation(number)
      switch shape {
      case .chain: if let last = recent.last { operation.addDependency(last) }
      case .web: depend(operation, on: recent)
      }
      recent.append(operation)
      if recent.count > 1_000 { recent.removeFirst(500) }
      queues[random(below: queues.count)].addOperation(operation)
    }
    for queue in queues { queue.waitUntilAllOperationsAreFinished() }
    // The release of a long chain goes down in nested calls, and overflows the stack: it must not come.
    if shape == .chain, let last = recent.last { _ = Unmanaged.passRetained(last) }
  }

  private static func operation(_ number: Int) -> Operation {
    switch number % 3 {
    case 0:
      let load = BlockOperation {}
      load.name = "load \(number)"
      return load
    case 1: return Decode()
    default: return Store()
    }
  }

  private mutating func depend(_ operation: Operation, on recent: [Operation]) {
    guard recent.count > 1 else { return }
    let first = random(below: recent.count)
    let second = (first + 1 + random(below: recent.count - 1)) % recent.count
    operation.addDependency(recent[first])
    operation.addDependency(recent[second])
  }

  /// The same numbers in every run.
  private mutating func random(below limit: Int) -> Int {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(seed >> 33) % limit
  }
}
