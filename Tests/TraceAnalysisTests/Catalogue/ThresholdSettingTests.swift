import Foundation
import Testing
import TraceAnalysis

@Suite struct ThresholdSettingTests {
  @Test func areAllThereAndSayWhatTheyMean() {
    let settings = ThresholdSetting.all
    let names = settings.map(\.name)
    let expected =
      DiagnosisThresholds.Name.allCases.map(\.rawValue)
      + DiagnosisThresholds.Count.allCases.map(\.rawValue)
    #expect(names == expected)
    #expect(Set(names).count == names.count)
    #expect(Set(settings.map(\.meaning)).count == settings.count)
    for setting in settings {
      #expect(setting.meaning.hasPrefix("How ") || setting.meaning.hasPrefix("From "))
      #expect(setting.meaning.hasSuffix("."))
    }
  }

  @Test func showHowTheyAreSet() {
    let (stall, chain) = (ThresholdSetting.duration(.stall), ThresholdSetting.count(.chain))
    #expect(stall.standard == "stall=5s")
    #expect(stall.example == "stall=10s")
    #expect(stall.jsonExample == #""stall": "10s""#)
    #expect(chain.standard == "chain=1000")
    #expect(chain.example == "chain=2000")
    #expect(chain.jsonExample == #""chain": 2000"#)
    for setting in ThresholdSetting.all {
      let json = Data("{\(setting.jsonExample)}".utf8)
      let object = (try? JSONSerialization.jsonObject(with: json)) as? [String: Any]
      #expect(object?.keys.first == setting.name)
      #expect(setting.example != setting.standard)
    }
  }
}
