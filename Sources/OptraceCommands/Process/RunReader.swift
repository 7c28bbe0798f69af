import TraceAnalysis
import TraceModel
import TraceRendering

/// Reads runs one after the other, each with its diagnosis; of what is only compared it keeps a profile.
struct RunReader {
  private let own: DiagnosisSettings
  private let environment: CommandEnvironment
  private var toldSettings: Set<String> = []

  /// A run as it was read.
  struct Run {
    /// The path of its trace.
    var file: String
    /// What a document says about the trace.
    var trace: TraceReference
    /// What is compared.
    var profile: RunProfile
  }

  /// Makes a reader; `own` are the settings that win over those of a file beside a trace.
  init(own: DiagnosisSettings = DiagnosisSettings(), environment: CommandEnvironment) {
    self.own = own
    self.environment = environment
  }

  /// Reads some runs, and says on standard error what is missing in them.
  mutating func read(_ paths: [String]) throws(CommandFailure) -> [Run] {
    var runs: [Run] = []
    for path in paths {
      let (trace, diagnosis) = try readWhole(path)
      let profile = RunProfile(of: trace, diagnosis: diagnosis, name: Self.name(path))
      runs.append(Run(file: path, trace: TraceReference(trace), profile: profile))
    }
    return runs
  }

  /// What a run is called by the path of its trace.
  static func name(_ path: String) -> String {
    path == "-" ? "standard input" : path
  }

  /// Reads a run and diagnoses it, and says on standard error what is missing in it.
  mutating func readWhole(
    _ path: String
  ) throws(CommandFailure) -> (trace: Trace, diagnosis: Diagnosis) {
    var known = try SettingsFile.settings(forTrace: path).overridden(by: own)
    let trace = try TraceInput(path, in: environment).read()
    // The settings are those of a folder, and told of once.
    if let file = known.file, !toldSettings.insert(file).inserted { known.file = nil }
    return (trace, known.suited(to: trace, from: path).diagnosis(of: trace, in: environment))
  }
}
