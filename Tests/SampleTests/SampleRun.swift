import Foundation
import Testing
import TraceEvents
import TraceModel

/// A sample that ran in a process of its own, and what it left.
struct SampleRun {
  /// How it exited.
  let status: Int32
  /// The lines that it printed on standard output.
  let output: [String]
  /// The trace that it recorded.
  let trace: Trace

  /// Runs a sample to its end, and checks what must hold of every trace.
  init(_ name: String) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("optrace-\(name)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let recording = folder.appendingPathComponent("\(name).optrace")

    let result = try await SampleProcess(name, recordingTo: recording, in: folder).run()
    status = result.status
    output = result.output.split(separator: "\n").map(String.init)
    #expect(result.errors == "")

    Attachment.record(try Data(contentsOf: recording), named: recording.lastPathComponent)
    trace = Trace(try EventLog(path: recording.path))
    #expect(trace.header.program == "sample-\(name)")
    expectSoundness(of: trace)
  }
}

/// The process of a sample, from its launch to its end.
private struct SampleProcess {
  /// What became of it.
  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  enum Failure: Error {
    case isNotBuilt(path: String)
    case didNotEnd(afterSeconds: Int)
    case wasKilled(signal: Int32)
  }

  /// Far more than any sample takes, also on a machine that is busy with something else.
  private static let timeoutSeconds = 120

  private let process = Process()
  private let output: URL
  private let errors: URL

  init(_ name: String, recordingTo recording: URL, in folder: URL) throws {
    let executable = Self.productFolder.appendingPathComponent("sample-\(name)")
    guard FileManager.default.isExecutableFile(atPath: executable.path) else {
      throw Failure.isNotBuilt(path: executable.path)
    }
    // Files, not pipes: nobody has to read them while the process runs.
    output = folder.appendingPathComponent("output")
    errors = folder.appendingPathComponent("errors")
    try Data().write(to: output)
    try Data().write(to: errors)

    process.executableURL = executable
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment
      .merging(["OPTRACE_FILE": recording.path]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
  }

  func run() async throws -> Result {
    let (ends, end) = AsyncStream<Void>.makeStream()
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    let timeout = Task { [pid = process.processIdentifier] in
      try await Task.sleep(for: .seconds(Self.timeoutSeconds))
      kill(pid, SIGKILL)
    }
    for await _ in ends {}
    timeout.cancel()

    switch (process.terminationReason, process.terminationStatus) {
    case (.exit, let status):
      return Result(
        status: status,
        output: try String(contentsOf: output, encoding: .utf8),
        errors: try String(contentsOf: errors, encoding: .utf8)
      )
    case (.uncaughtSignal, SIGKILL): throw Failure.didNotEnd(afterSeconds: Self.timeoutSeconds)
    case (_, let signal): throw Failure.wasKilled(signal: signal)
    }
  }

  /// Where SwiftPM puts executables: beside the tests' bundle, which on Linux is the executable that runs.
  private static var productFolder: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let tests = bundle ?? URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    return tests.deletingLastPathComponent()
  }
}
