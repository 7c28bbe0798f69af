import TraceAnalysis
import TraceEvents
import TraceModel
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

/// `optrace repair`: what was lost in a damaged file, and a sound copy.
struct RepairCommand: Command {
  private static let output = CommandOption(
    "output",
    letter: "o",
    placeholder: "OUT",
    help: "write the copy to OUT, also when nothing is damaged"
  )

  let usage = CommandUsage(
    name: "repair",
    summary: "Say what a damaged trace has lost, and write a sound copy",
    operands: [.trace],
    options: [output],
    discussion: [
      """
      The other commands read what is sound in a damaged trace, too. A copy is for other programs, for an archive, and \
      for a trace whose header is lost. It holds every event that can be read, and says how many could not be, and since when. \
      Without -o it goes beside the trace: run.repaired.optrace for run.optrace. The trace itself is never changed.
      """
    ],
    examples: [
      CommandExample("optrace repair run.optrace", "writes run.repaired.optrace if need be"),
      CommandExample("optrace repair run.optrace -o sound.optrace", "a copy in any case"),
    ],
    synonyms: ["recover", "salvage", "restore", "fsck"]
  )

  func run(
    _ arguments: ParsedArguments,
    in environment: CommandEnvironment
  ) throws(CommandFailure) -> ExitCode {
    let path = arguments.operands[0]
    let input = TraceInput(path, in: environment)
    let wanted = arguments.values[Self.output.name]
    guard wanted != "-" else {
      throw CommandFailure(
        .usage,
        "a copy can't go to standard output, which the report is for; name a file: -o OUT"
      )
    }
    let repair = try input.repair()
    report(repair, of: input.name, in: environment)
    guard wanted != nil || !repair.isSound else { return .success }
    let copy = if let wanted { wanted } else { try Self.copyPath(for: path) }
    try input.refuseAsOutput(copy)
    try OutputFile(copy).write(repair.bytes)
    environment.output.write("wrote \(VisibleText.line(copy))\n")
    return .success
  }

  // MARK: The report

  /// The most problems that are told one by one.
  private static let mostProblems = 20

  private func report(
    _ repair: TraceRepair,
    of name: String,
    in environment: CommandEnvironment
  ) {
    let log = repair.log
    var lines: [String] = []
    if log.problems.isEmpty {
      lines.append("\(name) is sound: nothing to repair")
    } else {
      lines.append(
        repair.isSound
          ? "\(name) is not damaged, but incomplete"
          : "\(name): \(CountText.of(log.problems.count, "problem"))"
      )
    }
    for problem in log.problems.prefix(Self.mostProblems) {
      lines.append("  " + TraceInput.words(problem))
    }
    let others = log.problems.count - Self.mostProblems
    if others > 0 { lines.append("  and \(CountText.of(others, "more problem"))") }
    let operations = Set(log.events.compactMap(\.operation)).count
    lines.append(
      "kept  \(CountText.of(log.events.count, "event")) of "
        + "\(CountText.of(operations, "operation")) in \(DurationText.short(log.end.nanoseconds))"
    )
    lines += log.losses.compactMap(Self.words)
    if let dropped = log.horizon?.problem {
      lines.append("dropped on purpose: \(VisibleText.line(dropped.message))")
    }
    environment.output.write(lines.joined(separator: "\n") + "\n")
  }

  private static func words(_ loss: EventLog.Loss) -> String? {
    let count = CountText.of(Int(clamping: loss.count), "event")
    let since = "since \(DurationText.short(loss.since.nanoseconds))"
    switch loss.reason {
    case .damaged where loss.count == 0: return "lost  how much is not known, \(since)"
    case .damaged: return "lost  up to \(count), \(since)"
    case .limit, .noSpace: return loss.count == 0 ? nil : "lost  \(count), never recorded"
    }
  }

  // MARK: The copy

  private static let ending = ".optrace"

  /// The name of the copy when none is given: one that is not there yet.
  private static func copyPath(for path: String) throws(CommandFailure) -> String {
    guard path != "-" else {
      throw CommandFailure(.usage, "standard input has no name; where should the copy go? -o OUT")
    }
    let stem = path.hasSuffix(ending) ? String(path.dropLast(ending.count)) : path
    let copy = "\(stem).repaired\(ending)"
    guard access(copy, F_OK) != 0 else {
      throw CommandFailure(
        .cantWrite,
        "\(VisibleText.line(copy)) is there already; where should the copy go? -o OUT"
      )
    }
    return copy
  }
}
