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

/// The trace that a command was told to read.
struct TraceInput {
  private let path: String
  private let environment: CommandEnvironment

  /// What it is called in messages.
  var name: String {
    path == "-" ? "standard input" : VisibleText.line(path)
  }

  init(_ path: String, in environment: CommandEnvironment) {
    self.path = path
    self.environment = environment
  }

  /// Reads the trace, and says on standard error what is missing in it.
  ///
  /// - Throws: A failure when there is no file, it is not a trace, or nothing in it is sound.
  func read() throws(CommandFailure) -> Trace {
    let trace = Trace(try readLog())
    noteProblems(of: trace)
    return trace
  }

  /// Reads the events, and lets go of the file's bytes before anything is made of them.
  private func readLog() throws(CommandFailure) -> EventLog {
    let bytes = try readAll()
    let log: EventLog
    do throws(TraceFileError) {
      log = try EventLog(bytes: bytes)
    } catch {
      throw failure(error, isEmpty: bytes.isEmpty)
    }
    try checkForEvents(log)
    return log
  }

  /// Reads what is sound in the trace, also where its header is lost.
  ///
  /// - Throws: A failure when there is no file, it is not a trace, or nothing in it is sound.
  func repair() throws(CommandFailure) -> TraceRepair {
    let bytes = try readAll()
    let repair: TraceRepair
    do throws(TraceFileError) {
      repair = try TraceRepair(of: bytes)
    } catch {
      throw failure(error, isEmpty: bytes.isEmpty)
    }
    try checkForEvents(repair.log)
    return repair
  }

  /// Makes sure that what is to be written does not go where the trace is.
  ///
  /// - Throws: A failure when it would.
  func refuseAsOutput(_ other: String) throws(CommandFailure) {
    var (first, second) = (stat(), stat())
    let found = path == "-" ? fstat(STDIN_FILENO, &first) : stat(path, &first)
    guard found == 0, other != "-", stat(other, &second) == 0,
      first.st_mode & S_IFMT == S_IFREG,
      first.st_dev == second.st_dev, first.st_ino == second.st_ino
    else { return }
    throw CommandFailure(
      .usage,
      "\(VisibleText.line(other)) is the trace itself, which is not written over; name another file"
    )
  }

  private func checkForEvents(_ log: EventLog) throws(CommandFailure) {
    guard log.events.isEmpty, let problem = log.problems.first else { return }
    throw CommandFailure(
      .badData,
      "nothing in \(name) is sound: \(Self.words(problem)); trace the program again"
    )
  }

  private func readAll() throws(CommandFailure) -> [UInt8] {
    if path == "-", environment.isInputTerminal {
      throw CommandFailure(
        .usage,
        "standard input is a terminal; pipe a trace into it, or name a file"
      )
    }
    do throws(TraceFileError) {
      return path == "-" ? try environment.readInput().get() : try readBytes(path: path)
    } catch {
      throw failure(error, isEmpty: false)
    }
  }

  // MARK: Problems

  /// The most problems that are told one by one; a damaged file may have thousands.
  private static let mostNotes = 3

  private func noteProblems(of trace: Trace) {
    for problem in trace.problems.prefix(Self.mostNotes) {
      environment.note("\(name) is incomplete: \(Self.words(problem))")
    }
    let others = trace.problems.count - Self.mostNotes
    if others > 0 {
      environment.note("\(name) has \(CountText.of(others, "more problem"))")
    }
    if trace.operations.isEmpty, trace.problems.isEmpty {
      environment.note(
        "\(name) holds no operation: none was added to a queue while it was recorded"
      )
    }
  }

  /// A problem in words, with its place.
  static func words(_ problem: TraceProblem) -> String {
    VisibleText.line(problem.message)
      + (problem.offset.map { " (at byte \(CountText.grouped($0)))" } ?? "")
  }

  // MARK: Failures

  private func failure(_ error: TraceFileError, isEmpty: Bool) -> CommandFailure {
    switch error {
    case .unreadable(_, let number):
      let advice = NearbyTrace(path).advice(errno: number)
      return CommandFailure(
        .noInput,
        "can't read \(name): \(systemMessage(number))\(advice.map { "; \($0)" } ?? "")"
      )
    case .notATrace where isEmpty:
      return CommandFailure(
        .badData,
        "\(name) is empty; is the program that should record into it running?"
      )
    case .notATrace:
      let advice = NearbyTrace(path).didYouMean ?? "give a .optrace file"
      return CommandFailure(.badData, "\(name) is not a trace; \(advice)")
    case .unsupportedVersion, .damagedHeader:
      return CommandFailure(.badData, "\(name): \(VisibleText.line(error.description))")
    }
  }
}
