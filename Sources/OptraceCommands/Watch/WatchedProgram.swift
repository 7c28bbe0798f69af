#if os(Linux)
import TraceRendering

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A program that is run to be watched: recorded, with its output in a file, as the screen is taken.
struct WatchedProgram {
  /// The path of the trace.
  let path: String
  /// The number of its process.
  let processID: pid_t
  private let outputPath: String

  /// Starts a program.
  ///
  /// It is of this process's group: what is typed as a signal reaches it, too. It reads nothing, as the keys are for the view.
  ///
  /// - Parameters:
  ///   - words: The program as it was given, and its arguments.
  ///   - file: The path of the trace that was asked for; nil for one that is called like the program.
  /// - Throws: A failure when it can't be run or recorded.
  init(_ words: [[UInt8]], file: String?) throws(CommandFailure) {
    let name = TracedProgram.name(words.first ?? [])
    let file = RecordedFile.path(file, program: name, isFollowing: false)
    try RecordedFile.check(file)
    let program = try TracedProgram(words, RecordingRequest(file: file))
    let outputPath = file.replacing("%p", with: "") + ".out"
    let output = open(outputPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard output >= 0 else { throw OutputFile.failure(path: outputPath, errno: errno) }
    defer { close(output) }
    let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { if input >= 0 { close(input) } }
    let running = try program.start(input: input, output: output, errors: output)
    processID = running.processID
    path = program.request.path(forProcess: running.processID)
    self.outputPath = outputPath
  }

  /// What has become of it when one has seen enough: what to say, and the status to end with.
  var outcome: (words: String, code: ExitCode) {
    let places = """
      its trace is \(VisibleText.line(path)), its output \(VisibleText.line(outputPath))
      """
    var status: Int32 = 0
    guard waitpid(processID, &status, WNOHANG) == processID else {
      return ("process \(processID) goes on; \(places)", .success)
    }
    let signal = status & 0x7F
    if signal == 0 {
      let code = status >> 8 & 0xFF
      return ("the program ended with status \(code); \(places)", ProgramEnd.exited(code).exitCode)
    }
    return (
      "the program was ended by signal \(signal); \(places)", ProgramEnd.killed(signal).exitCode
    )
  }
}
#endif
