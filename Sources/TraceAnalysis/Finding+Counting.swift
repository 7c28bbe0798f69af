extension Finding {
  /// Whether it counts as something that is stuck.
  package var isError: Bool {
    severity == .error && !isAllowed
  }

  /// Whether it counts as a misuse.
  package var isWarning: Bool {
    severity == .warning && !isAllowed
  }
}

extension Diagnosis {
  /// The findings that count: those that are not allowed, in order.
  package var faults: [Finding] {
    findings.filter { !$0.isAllowed }
  }

  /// The findings that are told and do not count, in order.
  package var allowed: [Finding] {
    findings.filter(\.isAllowed)
  }
}
