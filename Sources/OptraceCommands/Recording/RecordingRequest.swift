/// What is to be recorded of a program, and where.
package struct RecordingRequest: Hashable, Sendable {
  /// The path of the trace, in which `%p` stands for the number of the process.
  package var file: String

  /// What the recorder in the program is told, by the name of the environment variable.
  package var variables: [String: String] = [:]

  /// Whether a program is run that can't be traced.
  package var isForced = false

  /// Asks for a recording into a file.
  package init(file: String) {
    self.file = file
  }

  /// The path of a process's trace.
  package func path(forProcess process: Int32) -> String {
    file.replacing("%p", with: String(process))
  }
}
