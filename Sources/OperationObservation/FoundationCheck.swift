#if !canImport(ObjectiveC)
import COperationHooks
import Foundation

/// Whether this process lays out values as the hooks read them.
///
/// Nothing of the program is touched.
enum FoundationCheck {
  /// What differs, or nil.
  static func mismatch() -> String? {
    guard MemoryLayout<String?>.size == 16, MemoryLayout<[Operation]>.size == 8 else {
      return "the layout of String? and of arrays"
    }
    let first = BlockOperation()
    let second = BlockOperation()
    let third = BlockOperation()
    third.addDependency(first)
    third.addDependency(second)
    let expected = [first, second].map { Unmanaged.passUnretained($0).toOpaque() }
    var found = [UnsafeMutableRawPointer?](repeating: nil, count: 2)
    let operation = Unmanaged.passUnretained(third).toOpaque()
    guard oth_read_dependencies(operation, &found, 2) == 2, found == expected else {
      return "the layout of Operation.dependencies"
    }
    oth_prepare_fields()
    for (priority, raw) in priorities {
      third.queuePriority = priority
      guard Int8(truncatingIfNeeded: oth_read_detail(operation)) == raw else {
        return "the values of Operation.queuePriority"
      }
    }
    for (quality, raw) in qualities {
      third.qualityOfService = quality
      guard Int8(truncatingIfNeeded: oth_read_detail(operation) >> 8) == raw else {
        return "the values of Operation.qualityOfService"
      }
    }
    checkFields(of: third, dependenciesOf: first)
    return nil
  }

  private static let priorities: [(Operation.QueuePriority, Int8)] = [
    (.veryLow, -8), (.low, -4), (.normal, 0), (.high, 4), (.veryHigh, 8),
  ]
  private static let qualities: [(QualityOfService, Int8)] = [
    (.userInteractive, 33), (.userInitiated, 25), (.utility, 17), (.background, 9), (.default, -1),
  ]

  /// Lets the hooks read a field only where it says what Foundation says.
  private static func checkFields(of operation: Operation, dependenciesOf plain: Operation) {
    let other = BlockOperation()
    other.completionBlock = {}
    other.name = "checked"
    other.cancel()
    let finished = BlockOperation()
    finished.start()
    oth_check_fields(
      Unmanaged.passUnretained(plain).toOpaque(),
      Unmanaged.passUnretained(operation).toOpaque(),
      Unmanaged.passUnretained(other).toOpaque(),
      Unmanaged.passUnretained(finished).toOpaque()
    )
  }
}
#endif
