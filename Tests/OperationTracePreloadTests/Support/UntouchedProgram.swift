import Foundation
import TraceTestSupport

/// The program of `Tests/Programs/untouched`, which knows nothing of this package: built once as it is.
enum UntouchedProgram {
  /// How it is built.
  enum Configuration: String, CaseIterable, Sendable {
    case debug, release
  }

  struct BuildFailure: Error, CustomStringConvertible {
    var description: String
  }

  private static let lock = NSLock()
  nonisolated(unsafe) private static var built: [Configuration: Result<URL, BuildFailure>] = [:]

  /// Its executable.
  static func url(_ configuration: Configuration) throws -> URL {
    try lock.withLock {
      if let known = built[configuration] { return try known.get() }
      let result = Result { try build(configuration) }
        .mapError { BuildFailure(description: "\($0)") }
      built[configuration] = result
      return try result.get()
    }
  }

  private static func build(_ configuration: Configuration) throws -> URL {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Programs/untouched")
    // Beside the tests: the folder of the sources stays as it is.
    let scratch = TestProgram.url(of: "untouched-build").resolvingSymlinksInPath()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", "build", "-c", configuration.rawValue,
      "--package-path", package.path, "--scratch-path", scratch.path,
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw BuildFailure(description: text) }
    return scratch.appendingPathComponent("\(configuration.rawValue)/untouched")
  }
}
