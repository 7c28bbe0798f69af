package import Foundation

/// A program of this package that a test runs in a process of its own.
package struct TestProgram {
  /// The folder in which the package's programs were built, beside the tests.
  private static var folder: URL {
    // The test runner's first argument is the path of the test bundle or of the test executable.
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent()
  }

  /// Where a program was built.
  package static func url(of name: String) -> URL {
    folder.appendingPathComponent(name)
  }

  package let process = Process()

  package init(_ name: String, _ arguments: [String], environment: [String: String] = [:]) {
    process.executableURL = Self.url(of: name)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  }

  /// Runs the program to its end and returns its exit status and what it printed.
  package func output() throws -> (status: Int32, text: String) {
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  /// Runs the program to its end and returns its exit status.
  package func run() throws -> Int32 {
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
