import TraceAnalysis

extension DiagnosisSettings {
  /// The option that allows a rule.
  static let allowOption = CommandOption(
    "allow",
    placeholder: "NAME",
    isRepeatable: true,
    help: "tell what the rule NAME finds, and do not count it; may be repeated"
  )

  /// The option that sets a threshold.
  static let thresholdOption = CommandOption(
    "threshold",
    placeholder: "NAME=VALUE",
    isRepeatable: true,
    help: "from when on rules speak, such as stall=10s or chain=5000; may be repeated"
  )

  /// Reads the values of the two options.
  ///
  /// - Throws: What is wrong with the first that is.
  init(_ arguments: ParsedArguments) throws(ArgumentError) {
    self.init()
    for name in arguments.lists[Self.allowOption.name] ?? [] {
      do throws(SettingError) {
        try allow(name)
      } catch {
        throw .wrongSetting("--allow", reason: error.words)
      }
    }
    var seen: Set<String> = []
    for word in arguments.lists[Self.thresholdOption.name] ?? [] {
      try set(word, seen: &seen)
    }
  }

  private mutating func set(_ word: String, seen: inout Set<String>) throws(ArgumentError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw .invalidValue(
        "--threshold",
        value: word,
        expected: "a name and a value such as stall=10s"
      )
    }
    let name = String(parts[0])
    do throws(SettingError) {
      try set(name, to: String(parts[1]))
    } catch {
      throw .wrongSetting("--threshold", reason: error.words)
    }
    guard seen.insert(name).inserted else { throw .repeatedOption("--threshold \(name)") }
  }
}
