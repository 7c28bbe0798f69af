/// The status with which the command ends, for scripts.
///
/// From 64 on they are those of `sysexits.h`, from 126 on those of a shell. A command that runs a program ends as the program
/// ended, and so with any status, or by a signal.
package struct ExitCode: RawRepresentable, Hashable, Sendable {
  /// The status; for an end by a signal what a shell would show, 128 and the signal's number.
  package let rawValue: Int32

  /// The signal by which the command ends itself; nil when it exits.
  package let signal: Int32?

  /// The status of an exit.
  package init(rawValue: Int32) {
    self.rawValue = rawValue
    signal = nil
  }

  /// The end by a signal.
  package init(signal: Int32) {
    rawValue = 128 + signal
    self.signal = signal
  }

  /// It did what it was asked to do.
  package static let success = ExitCode(rawValue: 0)
  /// It did, and `diagnose` found something that is stuck, or that is to count like it, or `diff` something that got worse or can't be compared.
  package static let stuck = ExitCode(rawValue: 1)
  /// Nothing in the trace is like what was asked for.
  package static let nothingSelected = ExitCode(rawValue: 2)
  /// The arguments are wrong.
  package static let usage = ExitCode(rawValue: 64)
  /// What was given is not a trace, nothing in it is sound, the settings beside it are wrong, or a program can't be traced.
  package static let badData = ExitCode(rawValue: 65)
  /// There is no such file, or it can't be read.
  package static let noInput = ExitCode(rawValue: 66)
  /// The system refuses something that is needed, such as one more process.
  package static let systemError = ExitCode(rawValue: 71)
  /// An output can't be written.
  package static let cantWrite = ExitCode(rawValue: 74)
  /// The program to run is there and can't be run.
  package static let notExecutable = ExitCode(rawValue: 126)
  /// There is no program of that name.
  package static let notFound = ExitCode(rawValue: 127)

  /// Those of the command's own, each with what it means, for the help.
  package static let meanings: [(code: ExitCode, meaning: String)] = [
    (.success, "done"),
    (
      .stuck,
      """
      done, and diagnose found an error (with --strict, also a warning), or diff a run that is \
      slower, has a new error, or has no operations to compare
      """
    ),
    (.nothingSelected, "nothing in the trace is like what was asked for"),
    (.usage, "wrong usage"),
    (
      .badData,
      """
      not a trace, nothing in it is sound, optrace.json is wrong, or a program that can't be \
      traced
      """
    ),
    (.noInput, "no such file, or it can't be read"),
    (.systemError, "the system refuses what is needed to run a program"),
    (.cantWrite, "an output can't be written"),
    (.notExecutable, "the program to run can't be run"),
    (.notFound, "there is no such program to run"),
  ]
}
