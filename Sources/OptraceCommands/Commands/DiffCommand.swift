import TraceAnalysis
import TraceModel
import TraceRendering

/// `optrace diff`: what changed between two runs, or between several and several.
struct DiffCommand: Command {
  private static let failAbove = CommandOption(
    "fail-above",
    placeholder: "PERCENT",
    help: "exit status 1 when the run is slower by more (default: 10%)"
  )
  private static let noise = CommandOption(
    "noise",
    placeholder: "PERCENT",
    help: "what is noise at least (default: 2%; 10% with fewer than three runs of each)"
  )
  private static let strict = CommandOption(
    "strict",
    help: "let operations that got slower by more than --fail-above and new warnings count, too"
  )
  private static let limit = CommandOption(
    "limit",
    placeholder: "N",
    help: "list N of each kind (default: 10; everything with --json)"
  )

  let usage = CommandUsage(
    name: "diff",
    summary: "Say what changed between two runs, for people and for CI",
    operands: [
      CommandOperand("BEFORE", help: "the trace of a run before; - reads it from standard input"),
      CommandOperand("AFTER", help: "the trace of a run after"),
    ],
    options: [
      ComparedFiles.beforeOption, ComparedFiles.afterOption, failAbove, noise, strict, limit, .json,
      DiagnosisSettings.allowOption,
      DiagnosisSettings.thresholdOption,
    ],
    discussion: [
      """
      Operations are compared by the part that they play: the same queue, class and name but for its numbers, such as \
      thumbnail #. What is told: parts that execute longer or less long, are queued longer, came or went; where the time of \
      the critical path went; and findings that are new or gone.
      """,
      """
      With --before and --after there may be several runs of each. Values are medians then, and from three runs of each on a \
      change counts only beyond noise: three standard errors of the difference, by the median absolute deviation. With fewer \
      runs a change counts from 10% on. What comes to less than 1% of the run in all is never told.
      """,
      """
      The exit status is 1 when the wall time grew by more than --fail-above and beyond noise, a finding that is an error is \
      new, or a run has no operations, which leaves nothing to compare. The wall time goes from the first enqueue to the last \
      finish. Where operations had not finished, or only a part of a run was kept, it is not judged and fails nothing: a note \
      says so.
      """,
    ],
    examples: [
      CommandExample("optrace diff old.optrace new.optrace", "what changed"),
      CommandExample(
        "optrace diff --before old1 old2 old3 --after new1 new2 new3",
        "beyond what runs differ by anyway"
      ),
      CommandExample("optrace diff old.optrace new.optrace --fail-above 25%", "for CI"),
    ],
    synonyms: ["compare", "comparison", "regression", "delta", "changes"]
  )

  func run(
    _ arguments: ParsedArguments,
    in environment: CommandEnvironment
  ) throws(CommandFailure) -> ExitCode {
    let files = try ComparedFiles(arguments, of: usage)
    var gate = ComparisonGate(isStrict: arguments.flags.contains(Self.strict.name))
    if let most = try arguments.share(Self.failAbove, of: usage) { gate.mostSlower = most }
    let band = NoiseBand(noise: try arguments.share(Self.noise, of: usage))
    let limit = try arguments.limit(Self.limit, of: usage)
    let own: DiagnosisSettings
    do throws(ArgumentError) {
      own = try DiagnosisSettings(arguments)
    } catch {
      throw error.failure(of: usage)
    }
    var reader = RunReader(own: own, environment: environment)
    let before = try reader.read(files.before)
    let after = try reader.read(files.after)
    let comparison = RunComparison(
      before: before.map(\.profile),
      after: after.map(\.profile),
      band: band
    )
    if arguments.flags.contains(CommandOption.json.name) {
      let document = DiffDocument(comparison, before: before, after: after, gate: gate)
      environment.output.write(try document.text())
    } else {
      let style = environment.textStyle()
      environment.output.write(comparison.text(style, gate: gate, limit: limit ?? 10))
    }
    return gate.reasons(against: comparison).isEmpty ? .success : .stuck
  }
}
