#if canImport(XCTest) && !canImport(ObjectiveC)
import Foundation
import Synchronization
import XCTest

/// Hears whether XCTest takes a failure: outside of a test its `XCTFail` does nothing, and does not say so.
final class FailureEar: NSObject, XCTestObservation, Sendable {
  /// One for the process, which stays: XCTest's list of observers has no lock.
  static let shared: FailureEar = {
    let ear = FailureEar()
    XCTestObservationCenter.shared.addTestObserver(ear)
    return ear
  }()

  private let count = Atomic(0)

  /// How many failures XCTest has taken since this began to listen.
  var failureCount: Int {
    count.load(ordering: .relaxed)
  }

  func testCase(
    _ testCase: XCTestCase,
    didFailWithDescription description: String,
    inFile filePath: String?,
    atLine lineNumber: Int
  ) {
    count.add(1, ordering: .relaxed)
  }
}
#endif
