import OperationObservation
package import TraceEvents

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#else
#error("no C library is known for this platform")
#endif

/// What the environment asks of the recorder.
///
/// It is what whoever starts a program has to say to the tracer in it: a person, a script, or `optrace record`.
package struct RecordingSettings: Hashable, Sendable {
  /// The variables of the environment that the recorder reads.
  package enum Variable: String, CaseIterable, Sendable {
    /// The path of the file to record into.
    case file = "OPTRACE_FILE"
    /// How long an operation may go without a move, such as "5s".
    case stallAfter = "OPTRACE_STALL_AFTER"
    /// "1" if children of the process are to be traced, too.
    case follow = "OPTRACE_FOLLOW"
    /// How much of the recording is kept, such as "64MiB" or "10min".
    case keep = "OPTRACE_KEEP"
    /// The signal on which a copy is put aside, such as "SIGUSR1", or "none".
    case copySignal = "OPTRACE_COPY_SIGNAL"
  }

  /// The file to record into, in which `%p` stands for the process's number; nil if nothing is to be recorded.
  package var file: String?
  /// The age from which on an operation that does not move is looked at; nil if nobody asked for one.
  package var stallAge: Duration?
  /// Whether children of the process are traced, too, each into a file of its own.
  package var followsChildren = false
  /// How much of the recording is kept; nil for all of it.
  package var bound: RecordingBound?
  /// The number of the signal on which a copy is put aside; nil for none.
  package var copySignal: Int32?
  /// What was not understood, and what comes of it: each a line of printable ASCII.
  package var problems: [String] = []

  /// Reads the settings from this process's environment.
  package static func ofEnvironment() -> RecordingSettings {
    RecordingSettings { variable in getenv(variable.rawValue).map { String(cString: $0) } }
  }

  /// Reads the settings from the values of variables; one without a value says as little as one that is empty.
  package init(_ value: (Variable) -> String?) {
    func text(_ variable: Variable) -> String? {
      value(variable).flatMap { $0.isEmpty ? nil : $0 }
    }
    file = text(.file)
    if let word = text(.stallAfter) { readStallAge(word) }
    if let word = text(.follow) { readFollow(word) }
    if let word = text(.keep) { readBound(word) }
    if bound != nil { copySignal = SIGUSR2 }
    if let word = text(.copySignal) { readCopySignal(word) }
  }

  /// The file of a process; nil if nothing is to be recorded.
  ///
  /// Where children are followed, a process may become another program and keep its number: the second one's file has "-2" behind
  /// it, so that it does not replace the first one's.
  package func path(forProcess process: Int32) -> String? {
    guard let file else { return nil }
    let first = file.replacing("%p", with: String(process))
    guard followsChildren, access(first, F_OK) == 0 else { return first }
    let others = (2...Self.mostOfProcess).lazy.map {
      file.replacing("%p", with: "\(process)-\($0)")
    }
    return others.first { access($0, F_OK) != 0 } ?? first
  }

  /// How many programs of one process have files of their own.
  private static let mostOfProcess = 100

  private mutating func readStallAge(_ word: String) {
    let consequence = "stalls are not reported"
    guard file != nil else { return miss(.file, for: .stallAfter, consequence) }
    guard let age = DurationWord.duration(word), age > .zero else {
      return refuse(.stallAfter, word, expected: DurationWord.expected, consequence)
    }
    stallAge = age
  }

  private mutating func readBound(_ word: String) {
    let consequence = "everything is kept"
    guard file != nil else { return miss(.file, for: .keep, consequence) }
    bound = RecordingBound(word: word)
    if bound == nil { refuse(.keep, word, expected: RecordingBound.expected, consequence) }
  }

  private mutating func readCopySignal(_ word: String) {
    let consequence = "no signal makes a copy"
    copySignal = nil
    guard bound != nil else { return miss(.keep, for: .copySignal, consequence) }
    let signals = ["SIGUSR1": SIGUSR1, "SIGUSR2": SIGUSR2, "SIGHUP": SIGHUP, "SIGQUIT": SIGQUIT]
    if let signal = signals[word] {
      copySignal = signal
    } else if word != "none" {
      let expected = "SIGUSR1, SIGUSR2, SIGHUP, SIGQUIT or none"
      refuse(.copySignal, word, expected: expected, consequence)
    }
  }

  /// Lets copies of a recording be put aside as the settings say; nil for a recording that keeps everything.
  package func startCopies(of recording: Recording, at path: String) -> RecordingCopies? {
    guard bound != nil else { return nil }
    if let copySignal, !CopySignal.take(copySignal) {
      writeToStandardError("optrace: the program uses the signal for copies; it makes none\n")
    }
    return RecordingCopies(of: recording, at: path)
  }

  private mutating func readFollow(_ word: String) {
    let consequence = "children are not traced"
    switch word {
    case "0": followsChildren = false
    case "1" where file == nil: miss(.file, for: .follow, consequence)
    case "1" where file?.contains("%p") == true: followsChildren = true
    case "1":
      let reason = "needs %p in \(Variable.file.rawValue), or all would write into one file"
      problems.append("\(Variable.follow.rawValue) \(reason); \(consequence)")
    default: refuse(.follow, word, expected: "0 or 1", consequence)
    }
  }

  // MARK: Problems

  private mutating func miss(_ needed: Variable, for variable: Variable, _ consequence: String) {
    problems.append("\(variable.rawValue) needs \(needed.rawValue); \(consequence)")
  }

  private mutating func refuse(
    _ variable: Variable,
    _ word: String,
    expected: String,
    _ consequence: String
  ) {
    // It goes to a terminal: nothing of it may act there.
    let visible = word.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    problems.append("\(variable.rawValue) is \(visible), not \(expected); \(consequence)")
  }
}
