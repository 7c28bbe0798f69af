import Foundation
import TraceTestSupport

/// One run of the built `optrace`, in a process of its own.
struct BuiltCommand {
  /// The status with which it ended; negative for a signal.
  let status: Int32
  let output: [UInt8]
  let errors: String

  var text: String {
    String(decoding: output, as: UTF8.self)
  }

  /// The path of the command, which is built beside the tests.
  static var path: String { TestProgram.url(of: "optrace").path }

  /// Runs the command with these arguments.
  ///
  /// - Parameters:
  ///   - arguments: What stands behind `optrace`.
  ///   - input: What it gets on standard input.
  ///   - folder: The current folder.
  ///   - environment: All of its environment variables.
  /// - Throws: An error when it can't be run.
  init(
    _ arguments: String...,
    input: [UInt8] = [],
    in folder: TemporaryFolder,
    environment: [String: String] = ["LANG": "C.UTF-8"]
  ) throws {
    self = try Self(
      executable: Self.path,
      arguments,
      input: input,
      in: folder,
      environment: environment
    )
  }

  /// Runs a script of the shell, in which `$optrace` is the command.
  init(script: String, in folder: TemporaryFolder) throws {
    self = try Self(
      executable: "/bin/bash",
      ["-c", script],
      input: [],
      in: folder,
      environment: ["LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "optrace": Self.path]
    )
  }

  /// Everything goes through files: a pipe that nobody empties would stop the command.
  private init(
    executable: String,
    _ arguments: [String],
    input: [UInt8],
    in folder: TemporaryFolder,
    environment: [String: String]
  ) throws {
    let files = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    let given = URL(fileURLWithPath: try files.write(input, to: "input"))
    process.standardInput = try FileHandle(forReadingFrom: given)
    process.standardOutput = try Self.sink(files, "output")
    process.standardError = try Self.sink(files, "errors")
    try process.run()
    process.waitUntilExit()
    let code = process.terminationStatus
    status = process.terminationReason == .exit ? code : -code
    output = try files.read("output")
    errors = String(decoding: try files.read("errors"), as: UTF8.self)
  }

  private static func sink(_ folder: TemporaryFolder, _ name: String) throws -> FileHandle {
    try FileHandle(forWritingTo: URL(fileURLWithPath: try folder.write([], to: name)))
  }
}
