import Testing

@testable import TraceAnalysis

@Suite struct DiagnosisThresholdsTests {
  @Test func canBeSetByName() {
    var thresholds = DiagnosisThresholds()
    for (number, name) in DiagnosisThresholds.Name.allCases.enumerated() {
      thresholds[name] = .milliseconds(number + 1)
    }
    #expect(
      thresholds
        == DiagnosisThresholds(
          stall: .milliseconds(1),
          idle: .milliseconds(2),
          settling: .milliseconds(3),
          cancellation: .milliseconds(4)
        )
    )
  }

  @Test func takesAnyLengthOfTime() {
    let lengths: [(Duration, UInt64)] = [
      (.seconds(-3), 0), (.zero, 0), (.nanoseconds(7), 7), (.milliseconds(1_500), 1_500_000_000),
      (.seconds(Int64.max), .max),
    ]
    for (length, nanoseconds) in lengths {
      #expect(DiagnosisThresholds(stall: length).nanoseconds(.stall) == nanoseconds)
    }
  }
}
