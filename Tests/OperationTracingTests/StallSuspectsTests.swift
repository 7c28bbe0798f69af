import Testing

@testable import OperationTracing

struct StallSuspectsTests {
  /// Analyses whenever it is time to.
  private final class Plan {
    private var suspects = StallSuspects(age: 500)

    func isDue(_ found: Set<StallSuspects.Suspect>, at now: UInt64) -> Bool {
      suspects.shouldAnalyse(found, at: now)
    }

    func analyse(_ found: Set<StallSuspects.Suspect>, from begin: UInt64, to end: UInt64) {
      suspects.didAnalyse(found, from: begin, to: end)
    }
  }

  private func suspects(_ numbers: UInt32...) -> Set<StallSuspects.Suspect> {
    Set(numbers.map { StallSuspects.Suspect.operation($0, .started) })
  }

  @Test func nothingIsAnalysedWhileAllMove() {
    let plan = Plan()
    #expect(!plan.isDue([], at: 0))
    #expect(!plan.isDue([], at: 1_000_000))
  }

  @Test func theSameOperationsAreAnalysedAgainOnlyWhenTheirAgeHasDoubled() {
    let plan = Plan()
    #expect(plan.isDue(suspects(1), at: 1_000))
    plan.analyse(suspects(1), from: 1_000, to: 1_001)
    #expect(!plan.isDue(suspects(1), at: 1_001))
    #expect(!plan.isDue(suspects(1), at: 1_500))
    #expect(plan.isDue(suspects(1), at: 1_502))
    var times: [UInt64] = []
    for now in stride(from: 1_100 as UInt64, to: 1_000_000, by: 100)
    where plan.isDue(suspects(1), at: now) {
      times.append(now)
      plan.analyse(suspects(1), from: now, to: now)
    }
    #expect(times.count < 15)
    #expect(times.count > 5)
  }

  @Test func anotherOperationIsAReason() {
    let plan = Plan()
    plan.analyse(suspects(1), from: 1_000, to: 1_000)
    #expect(plan.isDue(suspects(1, 2), at: 1_100))
    plan.analyse(suspects(1, 2), from: 1_100, to: 1_100)
    // That one of them moved is none, and that it is at another stage now is one.
    #expect(!plan.isDue(suspects(2), at: 1_100))
    let returned = StallSuspects.Suspect.operation(2, .returned)
    #expect(plan.isDue([returned], at: 1_100))
  }

  @Test func aCallThatDoesNotReturnIsAReason() {
    let plan = Plan()
    #expect(plan.isDue([.call(1)], at: 1_000))
    plan.analyse([.call(1)], from: 1_000, to: 1_000)
    #expect(!plan.isDue([.call(1)], at: 1_001))
    #expect(plan.isDue([.call(2)], at: 1_001))
  }

  @Test func whatMovedIsForgotten() {
    let plan = Plan()
    #expect(plan.isDue(suspects(1), at: 1_000))
    plan.analyse(suspects(1), from: 1_000, to: 1_000)
    #expect(!plan.isDue([], at: 1_100))
    #expect(plan.isDue(suspects(1), at: 1_200))
  }

  @Test func anAnalysisThatTookLongIsFollowedByALongRest() {
    let plan = Plan()
    plan.analyse(suspects(1), from: 1_000, to: 3_000)
    #expect(!plan.isDue(suspects(1, 2), at: 3_000 + 50 * 2_000 - 1))
    #expect(plan.isDue(suspects(1, 2), at: 3_000 + 50 * 2_000))
  }
}
