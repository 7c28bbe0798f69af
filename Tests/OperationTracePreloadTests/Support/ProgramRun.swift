import Foundation
import TraceEvents
import TraceModel
import TraceTestSupport

/// One run of a program in a process of its own, with or without the library.
struct ProgramRun {
  /// What can be seen of a run from outside.
  struct Outcome: Equatable {
    var output: String
    var errors: String
    var status: Int32
    /// Whether `status` is a signal.
    var isSignal: Bool
  }

  /// The library, as it was built with the tests, or another build of it that `TRACING_PRELOAD_LIBRARY` names.
  static let library =
    ProcessInfo.processInfo.environment["TRACING_PRELOAD_LIBRARY"]
    ?? TestProgram.url(of: "libOperationTracePreload.so").path

  /// Far more than any program takes, in seconds, also on a machine that is busy with something else.
  private static let longest = 60.0

  private static let launcher = """
    for entry in /proc/$$/fd/*; do
      number=${entry##*/}
      [[ $number -le 2 ]] || eval "exec $number>&-"
    done
    exec env "$@"
    """

  var executable: URL
  var arguments: [String]
  var input = ""
  /// Variables beside those of the tests.
  var variables: [String: String] = [:]

  /// A run of the program that knows nothing of this package.
  init(
    untouched shape: String,
    _ arguments: [String] = [],
    _ configuration: UntouchedProgram.Configuration = .release
  ) throws {
    executable = try UntouchedProgram.url(configuration)
    self.arguments = [shape] + arguments
  }

  /// A run of another program.
  init(_ executable: URL, _ arguments: [String] = []) {
    self.executable = executable
    self.arguments = arguments
  }

  /// The same run with the library, recording into a file.
  func traced(into path: String) -> ProgramRun {
    var run = self
    run.variables["LD_PRELOAD"] = Self.library
    run.variables["OPTRACE_FILE"] = path
    return run
  }

  /// Starts it in a folder; what it prints goes to files there, so that nobody has to read while it runs.
  func start(in folder: TemporaryFolder) throws -> Process {
    let process = Process()
    // The program alone gets the variables, and none of the descriptors that other tests have open meanwhile.
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments =
      ["-c", Self.launcher, "bash"] + variables.map { "\($0)=\($1)" }.sorted()
      + [executable.path] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    // The toolchain's own report of a crash has addresses in it.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    _ = try folder.write(Array(input.utf8), to: "input")
    process.standardInput = FileHandle(forReadingAtPath: folder.file("input"))
    process.standardOutput = try handle("output", in: folder)
    process.standardError = try handle("errors", in: folder)
    try process.run()
    return process
  }

  /// Runs it to its end in a folder; one that does not come to it is killed.
  func outcome(in folder: TemporaryFolder) throws -> Outcome {
    let process = try start(in: folder)
    let timeout = DispatchWorkItem { [pid = process.processIdentifier] in kill(pid, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.longest, execute: timeout)
    process.waitUntilExit()
    timeout.cancel()
    let errors = String(decoding: try folder.read("errors"), as: UTF8.self)
    return Outcome(
      output: String(decoding: try folder.read("output"), as: UTF8.self),
      // The standard library of a debug build shows a stack, with addresses.
      errors: errors.components(separatedBy: "Current stack trace:")[0],
      status: process.terminationStatus,
      isSignal: process.terminationReason == .uncaughtSignal
    )
  }

  private func handle(_ name: String, in folder: TemporaryFolder) throws -> FileHandle? {
    _ = try folder.write([], to: name)
    return FileHandle(forWritingAtPath: folder.file(name))
  }
}
