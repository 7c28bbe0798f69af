import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// `optrace record`: runs a program that knows nothing of it, and records what its operations do.
struct RecordCommand: Command {
  private static let output = CommandOption(
    RecordingRequest.output,
    letter: "o",
    placeholder: "FILE",
    help: "record into FILE instead of PROGRAM.optrace; %p in it stands for the process's number"
  )
  private static let onStall = CommandOption(
    "on-stall",
    placeholder: "WHAT",
    help: "what to do when something is stuck: report (the default), kill, or abort for a core"
  )
  private static let quiet = CommandOption(
    "quiet",
    letter: "q",
    help: "say nothing of a recording that went well"
  )

  let usage = CommandUsage(
    name: "record",
    summary: "Run a program, and record what its operations do",
    program: .firstWord,
    options: [output] + RecorderOption.all.map(\.option) + [
      onStall, RecordingRequest.force, quiet,
    ],
    discussion: [
      """
      The program is any that loads Foundation as a library; it is neither changed nor built anew. Its streams, arguments, folder, \
      signals and exit status are those without optrace, and it outlives optrace if that is killed. What optrace has to say \
      goes to standard error: where the trace is, how many operations it holds, and whether something was stuck.
      """,
      """
      An older trace in FILE is replaced, unless its program is still running. The trace can be read while the program runs, and after it was killed. A program that links \
      OperationTracing records itself, which is asked of it. One that can't be traced (built with -static-stdlib) is not run unless \
      --force says so. A shell, `env`, `timeout` and other programs without Foundation need --follow: then each program that they \
      run has a trace of its own. A child that forks and runs no other program is not traced.
      """,
      """
      Stalls are looked for with a twentieth of a processor, so less often the more the trace holds, and as long as that is no \
      more than 512 MiB; --keep 64MiB keeps it below that for ever.
      """,
      """
      Signals that are sent to optrace are passed on; Ctrl-C reaches the program by itself. The exit status is the program's, also \
      when something was stuck, and a program that a signal ended ends optrace by the same one. 126 and 127 are those of a \
      shell: the program can't be run, or there is none. 65 is that of a program that can't be traced.
      """,
    ],
    examples: [
      CommandExample("optrace record .build/release/server --port 80", "into server.optrace"),
      CommandExample("optrace record -o run.optrace -- ./import a.jpg", "into a file of a name"),
      CommandExample("optrace record --stall-after 5s ./server", "tell what is stuck meanwhile"),
      CommandExample("optrace record --follow -- sh run.sh", "what the script runs"),
      CommandExample("optrace record --on-stall kill -- ./tests", "and do not hang, in CI"),
    ],
    synonyms: ["run", "trace", "exec", "launch", "preload", "spawn"]
  )

  func run(
    _ arguments: ParsedArguments,
    in environment: CommandEnvironment
  ) throws(CommandFailure) -> ExitCode {
    #if os(Linux)
    let words = Array(environment.argumentBytes.dropFirst(1 + (arguments.programPosition ?? 0)))
    let reaction = try reaction(arguments)
    let request = try request(arguments, program: TracedProgram.name(words.first ?? []))
    try RecordedFile.check(request.file)
    let settings = try SettingsFile.settings(forTrace: request.file)
    let program = try TracedProgram(words, request)
    if request.isForced, let untraced = program.untraced {
      environment.note("running it untraced, as --force says: \(untraced)")
    }
    var began = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &began)
    let running = try program.start()
    let lookout = request.stallAfter.map { threshold in
      StallLookout(
        path: request.path(forProcess: running.processID),
        process: running.processID,
        after: threshold,
        settings: settings,
        report: Self.report(
          reaction,
          running,
          copies: copies(request, of: running),
          environment.errorStyle
        )
      )
    }
    let end = running.wait()
    lookout?.stop()
    let outcome = RecordingOutcome(
      of: program,
      process: running.processID,
      began: began,
      settings: settings,
      charset: environment.errorStyle.charset
    )
    let isToSay =
      program.untraced == nil
      ? !arguments.flags.contains(Self.quiet.name) || !outcome.isThere : program.isFollowed
    if isToSay { environment.report(outcome.line) }
    return end.exitCode
    #else
    throw CommandFailure(
      .badData,
      "programs are recorded from outside on Linux only; link OperationTracing, and run the program with OPTRACE_FILE=FILE"
    )
    #endif
  }
}

#if os(Linux)
extension RecordCommand {
  /// What to do when something is stuck.
  private enum Reaction: String, CaseIterable {
    case report, kill, abort
  }

  /// What was asked for; nil if nothing was.
  private func reaction(_ arguments: ParsedArguments) throws(CommandFailure) -> Reaction? {
    guard let word = arguments.values[Self.onStall.name] else { return nil }
    if let reaction = Reaction(rawValue: word) { return reaction }
    throw ArgumentError.invalidValue("--on-stall", value: word, expected: "report, kill or abort")
      .failure(of: usage)
  }

  private func request(
    _ arguments: ParsedArguments,
    program: String
  ) throws(CommandFailure) -> RecordingRequest {
    var request: RecordingRequest
    do throws(ArgumentError) {
      request = try RecordingRequest(arguments, program: program)
    } catch {
      throw error.failure(of: usage)
    }
    if arguments.values[Self.onStall.name] != nil {
      let variable = RecorderOption.stallAfter.variable
      request.variables[variable] = request.variables[variable] ?? "5s"
    }
    return request
  }

  /// The copies that stalls are worth; nil where the trace keeps everything.
  private func copies(_ request: RecordingRequest, of running: RunningProgram) -> StallCopies? {
    guard request.variables[RecorderOption.keep.variable] != nil else { return nil }
    return StallCopies(of: request.path(forProcess: running.processID))
  }

  /// Prints what is stuck, and ends the program if that was asked for.
  private static func report(
    _ reaction: Reaction?,
    _ running: RunningProgram,
    copies: StallCopies?,
    _ style: TextStyle
  ) -> @Sendable (StallLookout.News) -> Void {
    { news in
      switch news {
      case .tooLarge:
        let most = CountText.grouped(StallLookout.mostEvents)
        print(
          """
          optrace: stalls are no longer looked for: the trace holds more than \(most) events; \
          with --keep 64MiB they are, for ever\n
          """
        )
      case .stalls(let findings, let trace):
        print(trace.stallNotice(findings, style))
        if let copies { print("optrace: \(copies.put(aside: trace.log))\n") }
        guard let reaction, reaction != .report else { return }
        print("optrace: the program is ended, as --on-stall \(reaction.rawValue) says\n")
        if reaction == .kill { running.send(SIGKILL) } else { running.abort() }
      }
    }
  }

  private static func print(_ text: String) {
    _ = writeAll(Array(text.utf8)[...], to: STDERR_FILENO)
  }
}
#endif
