import Foundation
import TraceTestSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A run of the built command that goes on while a test looks at it.
final class RunningCommand {
  let process = Process()
  private let input: Int32
  private let output: Int32
  private var shown: [UInt8] = []

  /// Begins a run, with pipes as its standard streams.
  ///
  /// - Parameters:
  ///   - arguments: What stands behind `optrace`.
  ///   - folder: The current folder; what it writes to standard error is in the file `errors` there.
  ///   - variables: What is in its environment besides what is in that of each.
  /// - Throws: An error when it can't be run.
  init(
    _ arguments: [String],
    in folder: TemporaryFolder,
    variables: [String: String] = [:]
  ) throws {
    let (given, taken) = (Pipe(), Pipe())
    // Whoever runs the tests may have blocked signals in the threads that do.
    process.executableURL = URL(fileURLWithPath: RecordedProgram.path)
    process.arguments = ["run", BuiltCommand.path] + arguments
    process.environment = try Self.environment().merging(variables) { $1 }
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardInput = given
    process.standardOutput = taken
    let errors = URL(fileURLWithPath: try folder.write([], to: "errors"))
    process.standardError = try FileHandle(forWritingTo: errors)
    input = dup(given.fileHandleForWriting.fileDescriptor)
    output = dup(taken.fileHandleForReading.fileDescriptor)
    try process.run()
  }

  /// Begins a script of the shell in a terminal of its own, which is also what stands on the screen; `$optrace` is the command.
  init(inTerminal script: String, in folder: TemporaryFolder) throws {
    var (controller, screen): (Int32, Int32) = (-1, -1)
    guard openpty(&controller, &screen, nil, nil, nil) == 0 else { throw POSIXError(.ENODEV) }
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let shell = ["/bin/bash", "--norc", "-c", script]
    process.arguments = ["setsid", "--ctty", "--wait", RecordedProgram.path, "run"] + shell
    process.environment = try Self.environment()
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    let terminal = FileHandle(fileDescriptor: screen, closeOnDealloc: false)
    (process.standardInput, process.standardOutput) = (terminal, terminal)
    process.standardError = terminal
    (input, output) = (controller, dup(controller))
    try process.run()
    close(screen)
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    close(input)
    close(output)
  }

  private static func environment() throws -> [String: String] {
    [
      "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "optrace": BuiltCommand.path,
      // What Swift does about a crash swallows the first signal.
      "SWIFT_BACKTRACE": "enable=no", "program": RecordedProgram.path,
      "OPTRACE_PRELOAD": try RecordedProgram.idleLibrary.get(),
    ]
  }

  /// What has been shown so far.
  var text: String {
    String(decoding: shown, as: UTF8.self).replacing("\r\n", with: "\n")
  }

  /// Types what a person would.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
  }

  /// Sends the command a signal, and nobody else.
  func send(_ signal: Int32) {
    kill(process.processIdentifier, signal)
  }

  /// Waits until a text has been shown.
  ///
  /// - Parameter text: The text.
  /// - Returns: What was shown behind it on its line; nil when the output ended without it.
  @discardableResult
  func wait(for text: String) -> String? {
    while true {
      let shown = self.text
      let range = shown.range(of: text)
      if let range, text.hasSuffix("\n") || shown[range.upperBound...].contains("\n") {
        return String(shown[range.upperBound...].prefix { $0 != "\n" })
      }
      guard readMore() else { return nil }
    }
  }

  /// Waits for the end; returns the status, negative for a signal.
  func end() -> Int32 {
    while readMore() {}
    process.waitUntilExit()
    let code = process.terminationStatus
    return process.terminationReason == .exit ? code : -code
  }

  private func readMore() -> Bool {
    var block = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(output, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      shown += block[..<count]
      return true
    }
  }
}
