/// Why a command could not do what it was asked to do.
package struct CommandFailure: Error, Hashable, Sendable {
  /// The status to end with.
  package var exitCode: ExitCode

  /// What is wrong and what to do: one line, without a full stop, safe to show.
  ///
  /// Further lines may show the place.
  package var message: String

  /// Makes a failure.
  package init(_ exitCode: ExitCode, _ message: String) {
    self.exitCode = exitCode
    self.message = message
  }
}
