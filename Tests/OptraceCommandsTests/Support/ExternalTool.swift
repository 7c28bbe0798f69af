import Foundation
import TraceTestSupport

/// One run of a program that judges what the command has made.
struct ExternalTool {
  let status: Int32
  let output: String
  let errors: String

  /// Runs a program to its end; everything goes through files, so that no pipe can fill up.
  init(_ path: String, _ arguments: [String], input: [UInt8] = []) throws {
    let folder = try TemporaryFolder()
    func reading(_ bytes: [UInt8], _ name: String) throws -> FileHandle {
      try FileHandle(forReadingFrom: URL(fileURLWithPath: try folder.write(bytes, to: name)))
    }
    func writing(_ name: String) throws -> FileHandle {
      try FileHandle(forWritingTo: URL(fileURLWithPath: try folder.write([], to: name)))
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ["LC_ALL": "C.UTF-8"]
    process.standardInput = try reading(input, "input")
    process.standardOutput = try writing("output")
    process.standardError = try writing("errors")
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = String(decoding: try folder.read("output"), as: UTF8.self)
    errors = String(decoding: try folder.read("errors"), as: UTF8.self)
  }
}
