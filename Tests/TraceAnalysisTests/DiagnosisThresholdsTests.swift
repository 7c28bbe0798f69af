import Testing

@testable import TraceAnalysis

@Suite struct DiagnosisThresholdsTests {
  @Test func canBeSetByName() {
    for name in DiagnosisThresholds.Name.allCases {
      var thresholds = DiagnosisThresholds()
      thresholds[name] = .nanoseconds(17)
      #expect(thresholds[name] == .nanoseconds(17))
      #expect(thresholds == DiagnosisThresholds([name: .nanoseconds(17)]))
      #expect(thresholds != DiagnosisThresholds())
      thresholds[name] = name.standard
      #expect(thresholds == DiagnosisThresholds())
    }
    for count in DiagnosisThresholds.Count.allCases {
      var thresholds = DiagnosisThresholds()
      thresholds[count] = 17
      #expect(thresholds[count] == 17)
      #expect(thresholds == DiagnosisThresholds(counts: [count: 17]))
      #expect(thresholds != DiagnosisThresholds())
    }
  }

  @Test func takesAnyLengthOfTime() {
    let lengths: [(Duration, UInt64)] = [
      (.seconds(-3), 0), (.zero, 0), (.nanoseconds(7), 7), (.milliseconds(1_500), 1_500_000_000),
      (.seconds(Int64.max), .max),
    ]
    for (length, nanoseconds) in lengths {
      #expect(DiagnosisThresholds([.stall: length]).nanoseconds(.stall) == nanoseconds)
    }
  }
}

/// The thresholds for a program at work, with a patience of its own.
struct LiveThresholdsTests {
  @Test
  func whatMayComeByItselfGetsThePatience() {
    let thresholds = DiagnosisThresholds.live(stall: .seconds(30))
    for name in DiagnosisThresholds.Name.allCases {
      let isStall = [.stall, .idle, .settling, .dispatch].contains(name)
      #expect(thresholds[name] == (isStall ? .seconds(30) : name.standard), "\(name)")
    }
    #expect(thresholds[.kindFactor] == DiagnosisThresholds.live[.kindFactor])
  }
}
