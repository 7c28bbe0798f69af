import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering

/// `optrace at`: what went on at one moment.
struct AtCommand: Command {
  private static let all = CommandOption("all", help: "list all operations, however many there are")
  let usage = CommandUsage(
    name: "at",
    summary: "Show one moment: what executed, was queued, and waited for what",
    operands: [
      .trace,
      CommandOperand(
        "TIME",
        help: "the moment: 1.25s, 350ms, 2min, -2s (before the end), 12:03:04.5 (UTC), start, end",
        mayBeginWithDash: true
      ),
    ],
    options: [all, .json],
    discussion: [
      """
      Each queue with its limit and how many of its operations executed, were queued and waited; then the operations: since \
      when they had been at it, on which thread, and what kept them: a dependency, a barrier, a slot, a suspended queue.
      """,
      """
      TIME counts from the beginning of the recording, as the timeline does. Units are ns, us, ms, s, min, h and d, several of \
      which may follow one another: 2min 3s; a number without one is in seconds, as in the log of events. A time of day is in \
      UTC, as in the summary, and may have the date in front of it. Of a trace that keeps its most recent part only, the oldest \
      moment that is kept is shown for those before it.
      """,
    ],
    examples: [
      CommandExample("optrace at run.optrace 1.25s", "1.25 seconds after the beginning"),
      CommandExample("optrace at run.optrace -2s", "two seconds before the end"),
      CommandExample("optrace at run.optrace 12:03:04.5", "when the log of the server says so"),
      CommandExample(
        "optrace at run.optrace end --json",
        "what was left at the end, for a program"
      ),
    ],
    synonyms: ["state", "when", "moment", "snapshot"]
  )

  func run(
    _ arguments: ParsedArguments,
    in environment: CommandEnvironment
  ) throws(CommandFailure) -> ExitCode {
    let word = arguments.operands[1]
    guard let moment = MomentWord(word) else {
      throw ArgumentError.invalidValue("TIME", value: word, expected: MomentWord.expected)
        .failure(of: usage)
    }
    let trace = try TraceInput(arguments.operands[0], in: environment).read()
    var instant: TraceInstant
    do throws(MomentWord.OutOfRange) {
      instant = try moment.instant(in: trace)
    } catch {
      throw CommandFailure(.usage, "TIME '\(VisibleText.line(word))': \(error.reason)")
    }
    if let horizon = trace.horizon?.instant, instant < horizon {
      let kept = DurationText.seconds(horizon.nanoseconds, decimals: 6)
      environment.note(
        "what was before \(kept) s was dropped; this is the oldest moment that is kept"
      )
      instant = horizon
    }
    if arguments.flags.contains(CommandOption.json.name) {
      let state = trace.state(at: instant)
      environment.output.write(try StateDocument(state).text())
    } else {
      let rows = arguments.flags.contains(Self.all.name) ? Int.max : 20
      environment.output.write(trace.stateText(at: instant, environment.textStyle(), rows: rows))
    }
    return .success
  }
}
