import Foundation
import TraceTestSupport

/// A program of `samples/` in a process of its own, from its launch to its end.
struct SampleProcess {
  /// What became of it.
  struct Result {
    /// How it exited; for one that a signal ended 128 and the signal, as shells say.
    var status: Int32
    /// The lines that it printed on standard output.
    var output: [String]
    /// What it printed on standard error.
    var errors: String
  }

  enum Failure: Error {
    case isNotBuilt(path: String)
    case didNotEnd(afterSeconds: Int)
    case wasKilled(signal: Int32)
    case endedByItself(status: Int32)
  }

  /// Far more than any sample takes, also on a machine that is busy with something else.
  private static let timeoutSeconds = 120

  private let process = Process()
  private let folder: TemporaryFolder

  /// Prepares to run a program in a folder.
  init(
    _ product: String,
    _ arguments: [String] = [],
    in folder: TemporaryFolder,
    environment: [String: String] = [:]
  ) throws {
    let executable = TestProgram.url(of: product)
    guard FileManager.default.isExecutableFile(atPath: executable.path) else {
      throw Failure.isNotBuilt(path: executable.path)
    }
    self.folder = folder
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    // Files, not pipes: nobody has to read them while the process runs.
    process.standardOutput = try handle(for: "output")
    process.standardError = try handle(for: "errors")
  }

  /// Runs the program to its end, or throws when it does not come to it.
  ///
  /// - Parameter mayTrap: Whether Foundation may end it with a trap.
  /// - Returns: What became of it.
  /// - Throws: What kept it from its end.
  func run(mayTrap: Bool = false) async throws -> Result {
    let ends = try start()
    let timeout = Task { [pid = process.processIdentifier] in
      try await Task.sleep(for: .seconds(Self.timeoutSeconds))
      kill(pid, SIGKILL)
    }
    for await _ in ends {}
    timeout.cancel()

    switch (process.terminationReason, process.terminationStatus) {
    case (.exit, let status): return try result(status: status)
    case (.uncaughtSignal, let signal) where mayTrap && [SIGILL, SIGTRAP].contains(signal):
      return try result(status: 128 + signal)
    case (.uncaughtSignal, SIGKILL): throw Failure.didNotEnd(afterSeconds: Self.timeoutSeconds)
    case (_, let signal): throw Failure.wasKilled(signal: signal)
    }
  }

  /// Runs the program and calls `body`, then kills it, as one does who has waited long enough; it must not end by itself.
  func run<T>(whileItRuns body: () async throws -> T) async throws -> T {
    let ends = try start()
    let outcome: Swift.Result<T, any Error>
    do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
    kill(process.processIdentifier, SIGKILL)
    for await _ in ends {}
    guard process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL else {
      throw Failure.endedByItself(status: process.terminationStatus)
    }
    return try outcome.get()
  }

  /// The lines that it has printed so far.
  var output: [String] {
    get throws { try text(of: "output").split(separator: "\n").map(String.init) }
  }

  /// Starts the program; what is returned ends with it.
  private func start() throws -> AsyncStream<Void> {
    let (ends, end) = AsyncStream<Void>.makeStream()
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    return ends
  }

  private func result(status: Int32) throws -> Result {
    Result(
      status: status,
      output: try output,
      errors: try text(of: "errors")
    )
  }

  private func handle(for name: String) throws -> FileHandle {
    try FileHandle(forWritingTo: URL(fileURLWithPath: folder.write([], to: name)))
  }

  private func text(of name: String) throws -> String {
    String(decoding: try folder.read(name), as: UTF8.self)
  }
}
