import Testing
import TraceTestSupport

@testable import TraceAnalysis

@Suite struct LoadCurveTests {
  @Test func addsUpWhatLiesOverEachOther() {
    let curve = LoadCurve([10..<20, 15..<30, 15..<20, 40..<40])
    #expect(curve.area(from: 0, to: 100) == 30)
    #expect(curve.area(from: 12, to: 16) == 6)
    #expect(curve.area(from: 30, to: 90) == 0)
    #expect(curve.area(from: 20, to: 12) == 0)
    #expect(curve.mean(from: 15, to: 20) == 3)
    #expect(curve.mean(from: 15, to: 15) == 0)
    #expect(LoadCurve([]).area(from: 0, to: .max) == 0)
  }

  @Test(arguments: 0..<20)
  func isWhatCountingMomentByMomentGives(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let spans = (0..<Int.random(in: 0...30, using: &random)).map { _ in
      let start = UInt64.random(in: 0..<60, using: &random)
      return start..<(start + UInt64.random(in: 0...20, using: &random))
    }
    let curve = LoadCurve(spans)
    var place = 0
    for start in UInt64(0)..<90 {
      let end = start + UInt64.random(in: 0...30, using: &random)
      #expect(curve.mean(from: start, to: end, walking: &place) == curve.mean(from: start, to: end))
    }
    for _ in 0..<50 {
      let start = UInt64.random(in: 0..<90, using: &random)
      let end = start + UInt64.random(in: 0..<20, using: &random)
      let counted = (start..<end).reduce(0) { sum, moment in
        sum + spans.count { $0.contains(moment) }
      }
      #expect(curve.area(from: start, to: end) == Double(counted))
    }
  }
}
