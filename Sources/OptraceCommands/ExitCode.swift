/// The status with which the command ends, for scripts.
///
/// From 64 on they are those of `sysexits.h`.
package enum ExitCode: Int32, CaseIterable, Hashable, Sendable {
  /// It did what it was asked to do.
  case success = 0
  /// It did, and `diagnose` found something that is stuck, or that is to count like it.
  case stuck = 1
  /// The arguments are wrong.
  case usage = 64
  /// What was given is not a trace, nothing in it is sound, or the settings beside it are wrong.
  case badData = 65
  /// There is no such file, or it can't be read.
  case noInput = 66
  /// An output can't be written.
  case cantWrite = 74

  /// What it means, for the help.
  package var meaning: String {
    switch self {
    case .success: "done"
    case .stuck: "done, and diagnose found an error (with --strict, also a warning)"
    case .usage: "wrong usage"
    case .badData: "not a trace, nothing in it is sound, or optrace.json is wrong"
    case .noInput: "no such file, or it can't be read"
    case .cantWrite: "an output can't be written"
    }
  }
}
