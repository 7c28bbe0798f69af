import Foundation

extension FaultSample {
  static let tinyOperations = FaultSample(
    "tiny-operations",
    patience: 20,
    wrong: {
      let queue = OperationQueue()
      let pixels = Pixels()
      for row in 0..<2_000 {
        let invert = BlockOperation { pixels.invert(row..<row + 1) }
        invert.name = "invert"
        queue.addOperation(invert)
      }
      queue.waitUntilAllOperationsAreFinished()
    },
    right: {
      let queue = OperationQueue()
      let pixels = Pixels()
      for row in stride(from: 0, to: 2_000, by: 100) {
        let invert = BlockOperation { pixels.invert(row..<row + 100) }
        invert.name = "invert"
        queue.addOperation(invert)
      }
      queue.waitUntilAllOperationsAreFinished()
    }
  )
}

/// Two thousand rows of a small picture.
private final class Pixels: @unchecked Sendable {
  private let values = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 2_000 * 16)

  init() {
    values.initialize(repeating: 1)
  }

  deinit {
    values.deallocate()
  }

  func invert(_ rows: Range<Int>) {
    for pixel in rows.lowerBound * 16..<rows.upperBound * 16 { values[pixel] = ~values[pixel] }
  }
}
