#if os(Linux)
import Foundation
import Synchronization
import TraceRendering

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A program that is run to be watched: recorded, with its output in a file, as the screen is taken.
final class WatchedProgram: Sendable {
  /// The path of the trace.
  let path: String
  /// What is recorded of it.
  let request: RecordingRequest
  private let running: RunningProgram
  private let outputPath: String
  /// How it ended, where somebody has waited for that.
  private let end = Mutex<ProgramEnd?>(nil)
  private let isWaitedFor = Mutex(false)
  private let hasEnded = DispatchSemaphore(value: 0)

  /// The number of its process.
  var processID: Int32 { running.processID }

  /// Starts a program.
  ///
  /// It is of this process's group: what is typed as a signal reaches it, too. It reads nothing, as the keys are for the view.
  ///
  /// - Parameters:
  ///   - words: The program as it was given, and its arguments.
  ///   - request: What is to be recorded of it.
  ///   - environment: Where to say that nothing will be.
  /// - Throws: A failure when it can't be run or recorded.
  init(
    _ words: [[UInt8]],
    _ request: RecordingRequest,
    in environment: CommandEnvironment
  ) throws(CommandFailure) {
    self.request = request
    try RecordedFile.check(request.file)
    let program = try TracedProgram(words, request)
    if let untraced = program.untraced {
      environment.note("running it untraced, as --force says: \(untraced)")
    }
    let outputPath = request.file.replacing("%p", with: "") + ".out"
    let output = open(outputPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard output >= 0 else { throw OutputFile.failure(path: outputPath, errno: errno) }
    defer { close(output) }
    let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { if input >= 0 { close(input) } }
    running = try program.start(input: input, output: output, errors: output)
    path = request.path(forProcess: running.processID)
    self.outputPath = outputPath
  }

  /// Waits for its end on a thread of its own, and passes on to it what this process is sent.
  ///
  /// Without that the signals that end a process wait in vain, as they are blocked since the start.
  func standBetweenSignals() {
    isWaitedFor.withLock { $0 = true }
    Thread.detachNewThread {
      let end = self.running.wait()
      self.end.withLock { $0 = end }
      self.hasEnded.signal()
    }
  }

  /// Where its trace is, and where to find what it printed.
  var places: String {
    "\(VisibleText.line(path)), its output \(VisibleText.line(outputPath))"
  }

  /// What has become of it when one has seen enough: what to say, and the status to end with.
  var outcome: (words: String, code: ExitCode) {
    switch currentEnd {
    case nil: ("process \(processID) goes on; its trace is \(places)", .success)
    case .exited(let code)?:
      (
        "the program ended with status \(code); its trace is \(places)",
        ProgramEnd.exited(code).exitCode
      )
    case .killed(let signal)?:
      (
        "the program was ended by signal \(signal); its trace is \(places)",
        ProgramEnd.killed(signal).exitCode
      )
    }
  }

  private var currentEnd: ProgramEnd? {
    if isWaitedFor.withLock({ $0 }) {
      // It is over when it is not there, and then somebody is about to know how.
      if !SystemProcess(UInt32(processID)).isThere { hasEnded.wait() }
      return end.withLock { $0 }
    }
    var status: Int32 = 0
    guard waitpid(processID, &status, WNOHANG) == processID else { return nil }
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
  }
}
#endif
