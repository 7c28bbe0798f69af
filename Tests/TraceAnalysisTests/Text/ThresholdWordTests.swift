import Testing
import TraceAnalysis
import TraceEvents

struct ThresholdWordTests {
  @Test
  func whatIsWrittenIsReadAgain() {
    for name in DiagnosisThresholds.Name.allCases {
      #expect(DurationWord.duration(DurationWord.text(name.standard)) == name.standard)
    }
  }
}
