import Foundation

#if canImport(Testing)
import Testing
#endif
#if canImport(XCTest)
import XCTest
#endif

/// Tells the test framework that is running of a failed expectation.
enum FailureRecord {
  /// Records a failure where the expectation stands.
  ///
  /// With Swift Testing as an issue: of the test that runs, or where that is not known, as on a thread that the test made
  /// itself, of the run. With XCTest, of the test that runs in the process, on whatever thread. Where nobody takes the
  /// failure it is written to standard error and the process ends: a failed expectation must not go unseen.
  static func add(_ text: String, at site: CallSite) {
    if addToSwiftTesting(text, at: site) || addToXCTest(text, at: site) { return }
    fatalError(
      "\(text)\n(No test is running that could take this failure.)",
      file: site.filePath,
      line: site.line
    )
  }

  private static func addToSwiftTesting(_ text: String, at site: CallSite) -> Bool {
    #if canImport(Testing)
    guard Test.current != nil || isRunBySwiftTesting else { return false }
    let location = SourceLocation(
      fileID: "\(site.fileID)",
      filePath: "\(site.filePath)",
      line: Int(site.line),
      column: Int(site.column)
    )
    Issue.record(Comment(rawValue: text), sourceLocation: location)
    return true
    #else
    return false
    #endif
  }

  /// Whether the process was started to run tests of Swift Testing; one for XCTest is started apart from it.
  private static var isRunBySwiftTesting: Bool {
    let arguments = CommandLine.arguments
    guard let option = arguments.lastIndex(of: "--testing-library") else { return false }
    return arguments.dropFirst(option + 1).first == "swift-testing"
  }

  private static func addToXCTest(_ text: String, at site: CallSite) -> Bool {
    #if canImport(XCTest) && canImport(ObjectiveC)
    guard isRunByXCTest else { return false }
    XCTFail(text, file: site.filePath, line: site.line)
    return true
    #elseif canImport(XCTest)
    let before = FailureEar.shared.failureCount
    XCTFail(text, file: site.filePath, line: site.line)
    return FailureEar.shared.failureCount != before
    #else
    return false
    #endif
  }

  #if canImport(XCTest) && canImport(ObjectiveC)
  /// Whether the process is one of those in which Apple's XCTest runs tests.
  private static var isRunByXCTest: Bool {
    let process = ProcessInfo.processInfo
    return process.processName == "xctest"
      || process.environment["XCTestConfigurationFilePath"] != nil
  }
  #endif
}
