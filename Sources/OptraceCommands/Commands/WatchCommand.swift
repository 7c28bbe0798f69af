import TraceAnalysis
import TraceEvents
import TraceRendering

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#else
#error("no C library is known for this platform")
#endif

/// `optrace watch`: a trace as it grows, in place.
struct WatchCommand: Command {
  private static let output = CommandOption(
    RecordingRequest.output,
    letter: "o",
    placeholder: "FILE",
    help: "record PROGRAM into FILE instead of PROGRAM.optrace"
  )
  private static let stallAfter = CommandOption(
    RecorderOption.stallAfter.option.name,
    placeholder: "TIME",
    help: "take for stuck in PROGRAM what has not moved for TIME, such as 5s"
  )
  /// What is said of a program that is run.
  private static let programOptions = [
    output, RecorderOption.follow.option, RecorderOption.keep.option, stallAfter,
    RecordingRequest.force,
  ]
  private static let noColor = CommandOption("no-color", help: "use no colours, as with NO_COLOR")

  let usage = CommandUsage(
    name: "watch",
    summary: "Watch a program live: queues, operations, and what is stuck",
    operands: [
      CommandOperand(
        "FILE|PID",
        help: "the trace, which may be growing or not there yet, or the process that records one"
      )
    ],
    program: .behindDashes,
    options: programOptions
      + [noColor, DiagnosisSettings.allowOption, DiagnosisSettings.thresholdOption],
    discussion: [
      """
      On a terminal the view is refreshed in place until `q` is pressed: each queue with its limit and rate, the operations \
      that have been at it longest, what is stuck and why, and what finished last. `?` lists the keys: they sort, filter, show \
      all about one operation, and go back and forth in time, which works on the trace of a program that has ended, too.
      """,
      """
      Elsewhere it prints a line a second until the program has ended. The program is not touched: its file is read, and \
      less often the larger it is, so that it takes a tenth of a processor at most; of some 100,000 operations on the view says \
      how often.
      """,
      """
      With a program behind `--` it is run and recorded, as by `optrace record`, whose options it takes; its output goes to a file \
      beside the trace, which is told at the end. Ctrl-C ends both; `q` leaves the program at work.
      """,
    ],
    examples: [
      CommandExample("optrace watch run.optrace", "the program that records into it"),
      CommandExample("optrace watch 4711", "the process with that number"),
      CommandExample("optrace watch -- ./server --port 80", "run a program and watch it"),
      CommandExample("optrace watch run.optrace | tee log", "a line a second"),
    ],
    synonyms: ["top", "live", "follow", "tail", "monitor"]
  )

  func run(
    _ arguments: ParsedArguments,
    in environment: CommandEnvironment
  ) throws(CommandFailure) -> ExitCode {
    let own: DiagnosisSettings
    do throws(ArgumentError) {
      own = try DiagnosisSettings(arguments)
    } catch {
      throw error.failure(of: usage)
    }
    guard let position = arguments.programPosition else {
      let misplaced = Self.programOptions.first { option in
        arguments.values[option.name] != nil || arguments.flags.contains(option.name)
      }
      if let misplaced {
        let name = misplaced.letter.map { "-\($0)" } ?? "--\(misplaced.name)"
        let value = misplaced.placeholder.map { " \($0)" } ?? ""
        throw CommandFailure(
          .usage,
          "\(name) is for a program: optrace watch \(name)\(value) -- PROGRAM"
        )
      }
      let path = try Self.path(arguments.operands[0])
      return try watch(path, own, arguments, in: environment)
    }
    if let operand = arguments.operands.first {
      throw ArgumentError.surplusOperand(operand).failure(of: usage)
    }
    #if os(Linux)
    let words = Array(environment.argumentBytes.dropFirst(1 + position))
    let request: RecordingRequest
    do throws(ArgumentError) {
      request = try RecordingRequest(arguments, program: TracedProgram.name(words.first ?? []))
    } catch {
      throw error.failure(of: usage)
    }
    let program = try WatchedProgram(words, request, in: environment)
    _ = try watch(
      program.path,
      own,
      arguments,
      Started(
        process: UInt32(program.processID),
        live: request.stallAfter.map { .live(stall: $0) } ?? .live,
        farewell: "optrace: the program's trace is \(program.places)\n",
        standBetweenSignals: program.standBetweenSignals
      ),
      in: environment
    )
    let (text, code) = program.outcome
    environment.report(text)
    return code
    #else
    throw CommandFailure(.badData, "programs are recorded from outside on Linux only")
    #endif
  }

  /// What is to be known of a program that was started to be watched.
  private struct Started {
    var process: UInt32
    /// From when on something in it counts as stuck.
    var live: DiagnosisThresholds
    /// What to say when a signal ends the view.
    var farewell: String
    /// Passes signals on to it, where there is no terminal that does.
    var standBetweenSignals: () -> Void
  }

  /// Watches a trace; `program` is the one that writes it where that was started here.
  private func watch(
    _ path: String,
    _ own: DiagnosisSettings,
    _ arguments: ParsedArguments,
    _ program: Started? = nil,
    in environment: CommandEnvironment
  ) throws(CommandFailure) -> ExitCode {
    let settings = try SettingsFile.settings(forTrace: path).overridden(by: own)
    let style = environment.textStyle()
    let follower = TraceFollower(
      path: path,
      ofProcess: program?.process,
      settings: settings,
      live: program?.live ?? .live,
      charset: style.charset
    )
    guard environment.terminal != nil, let terminal = WatchTerminal() else {
      program?.standBetweenSignals()
      var watch = PlainWatch(follower, in: environment)
      return try watch.run()
    }
    if let program { terminal.setFarewell(program.farewell) }
    let usesColor = style.usesColor && !arguments.flags.contains(Self.noColor.name)
    var session = WatchSession(
      terminal,
      FollowerThread(follower),
      name: VisibleText.line(path),
      usesColor: usesColor
    )
    session.run()
    terminal.end()
    return .success
  }

  /// The file to watch.
  private static func path(_ operand: String) throws(CommandFailure) -> String {
    if operand == "-" {
      throw CommandFailure(.usage, "a pipe can't be watched; name a file or a process")
    }
    if let number = UInt32(operand), number > 0, access(operand, F_OK) != 0 {
      return try ProcessTrace(number).path()
    }
    try refuseWhatIsNoTrace(operand)
    return operand
  }

  /// A file that is there, and is no trace, will not become one.
  private static func refuseWhatIsNoTrace(_ path: String) throws(CommandFailure) {
    let name = VisibleText.line(path)
    var status = stat()
    guard stat(path, &status) == 0 else {
      let folder =
        path.contains("/") ? String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]) : "."
      guard access(folder.isEmpty ? "/" : folder, F_OK) == 0 else {
        throw CommandFailure(
          .noInput,
          "can't read \(name): \(systemMessage(errno)); \(NearbyTrace(path).advice(errno: ENOENT) ?? "")"
        )
      }
      return
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let advice = NearbyTrace(path).advice(errno: EISDIR) ?? "name a file"
      throw CommandFailure(.noInput, "\(name) is no file; \(advice)")
    }
    guard access(path, R_OK) == 0 else {
      throw CommandFailure(.noInput, "can't read \(name): \(systemMessage(errno))")
    }
    // One that is being made may be empty still.
    if status.st_size > 0, !(beginsAsTrace(path: path) ?? false) {
      let advice = NearbyTrace(path).didYouMean ?? "give a .optrace file"
      throw CommandFailure(.badData, "\(name) is not a trace; \(advice)")
    }
  }
}
