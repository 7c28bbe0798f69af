#if os(Linux)
import TraceRendering

/// A program that is ready to be run and recorded.
///
/// ```swift
/// let program = try TracedProgram(words, request)
/// let end = try program.start().wait()
/// ```
package struct TracedProgram {
  /// What is to be recorded.
  package let request: RecordingRequest

  /// Why nothing will be recorded, as a sentence without a full stop; nil when something will.
  package let untraced: String?

  /// Whether the tracer is a part of the program, which is then asked to record and not made to.
  package let recordsItself: Bool

  /// Whether the processes that it starts are recorded, too.
  var isFollowed: Bool {
    request.isFollowing
  }

  /// The program's name, without its folder; safe to show.
  package let name: String

  private let program: ProgramStart

  /// Finds a program, and looks whether it can be traced; it is not run.
  ///
  /// - Parameters:
  ///   - words: The program as it was given, and its arguments; any bytes.
  ///   - request: What is to be recorded.
  /// - Throws: A failure when there is no such program, or it can't be traced and must not run untraced.
  package init(_ words: [[UInt8]], _ request: RecordingRequest) throws(CommandFailure) {
    var variables = ProgramVariables.ofThisProcess
    let path = try ProgramSearch.path(of: words.first ?? [], folders: variables["PATH"])
    var library: [UInt8]?
    var traceability = Traceability(of: path, variables: variables)
    if traceability == .byLibrary {
      let found = try PreloadLibrary.path(variables)
      traceability.check(found, in: path, variables: variables)
      library = found
    }
    untraced = traceability.reason
    if let untraced, !request.isForced {
      guard traceability == .byWhatItRuns(untraced) else {
        throw CommandFailure(
          .badData,
          "can't trace: \(untraced) (--force runs it all the same)"
        )
      }
      guard request.isFollowing else {
        throw CommandFailure(
          .badData,
          "can't trace: \(untraced) (--follow records the programs that it runs)"
        )
      }
      library = try PreloadLibrary.path(variables)
    }
    recordsItself = traceability == .byItself
    name = VisibleText.line(Self.name(words[0]))
    self.request = request

    variables.set("OPTRACE_FILE", to: request.file)
    for (name, value) in request.variables { variables.set(name, to: value) }
    switch traceability {
    // A script may run what can be traced, a program may load Foundation later.
    case .byLibrary, .byWhatItRuns, .impossible:
      if let library = library ?? (try? PreloadLibrary.path(variables)) {
        variables.preload(library)
      }
    case .byItself, .unloadable: break
    }
    // The tracer in a program would report by itself what is reported from outside.
    if recordsItself { variables.remove("OPTRACE_STALL_AFTER") }
    program = ProgramStart(path: path, arguments: words, variables: variables)
  }

  /// The last part of a program's path, as text.
  package static func name(_ word: [UInt8]) -> String {
    String(decoding: word.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
  }

  /// Starts the program, in this process's group, with its streams, folder and inherited signals.
  ///
  /// From now on the signals of this process are blocked in the calling thread and those made from it: the running program
  /// waits for them.
  ///
  /// - Parameters:
  ///   - input: The descriptor that becomes its standard input; -1 for that of this process.
  ///   - output: That of its standard output.
  ///   - errors: That of its standard error.
  /// - Returns: The program.
  /// - Throws: A failure when the system can't run it.
  package func start(
    input: Int32 = -1,
    output: Int32 = -1,
    errors: Int32 = -1
  ) throws(CommandFailure) -> RunningProgram {
    RunningProgram.blockSignals()
    let process = program.start(streams: [input, output, errors])
    guard process > 0 else { throw ProgramSearch.failure(name, -process) }
    return RunningProgram(processID: process)
  }
}
#endif
