import Foundation
import Testing

/// A program of this package that a test runs in a process of its own.
struct TestProgram {
  /// The folder in which the package's programs were built, beside the tests.
  private static var folder: URL {
    // The test runner's first argument is the path of the test bundle or of the test executable.
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent()
  }

  let process = Process()

  init(_ name: String, _ arguments: [String], environment: [String: String] = [:]) {
    process.executableURL = Self.folder.appendingPathComponent(name)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  }

  /// Runs the program to its end and returns its exit status.
  func run() throws -> Int32 {
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// A folder that goes away with the test.
final class TemporaryFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("operation-tracing-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String {
    "\(path)/\(name)"
  }
}
