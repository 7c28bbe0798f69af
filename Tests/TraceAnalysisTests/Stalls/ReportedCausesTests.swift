import Testing
import TraceAnalysis
import TraceEvents

struct ReportedCausesTests {
  private func finding(
    _ rule: String,
    _ operations: [UInt32],
    queues: [UInt32] = [],
    severity: Finding.Severity = .error,
    isAllowed: Bool = false
  ) -> Finding {
    Finding(
      rule: rule,
      severity: severity,
      certainty: .likely,
      operations: operations.map { OperationID(rawValue: $0) },
      queues: queues.map { QueueID(rawValue: $0) },
      since: .zero,
      sentence: "",
      advice: "",
      isAllowed: isAllowed
    )
  }

  /// What is counted as reported, and how many of some findings were new to it.
  private final class Causes {
    private var causes = ReportedCauses()

    func new(_ findings: Finding...) -> Int {
      let new = causes.new(of: Diagnosis(findings: findings, stalled: [:]))
      causes.add(new)
      return new.count
    }
  }

  @Test func aCauseIsNewOnce() {
    let causes = Causes()
    let finding = finding("never-finished", [1])
    #expect(causes.new(finding) == 1)
    #expect(causes.new(finding) == 0)
    #expect(causes.new() == 0)
    #expect(causes.new(finding) == 0)
  }

  @Test func oneMoreOperationIsNews() {
    let causes = Causes()
    #expect(causes.new(finding("never-finished", [1, 2])) == 1)
    #expect(causes.new(finding("never-finished", [2])) == 0)
    #expect(causes.new(finding("never-finished", [1, 2, 3])) == 1)
    #expect(causes.new(finding("executing-too-long", [1])) == 1)
  }

  @Test func aQueueCanBeTheCause() {
    let causes = Causes()
    #expect(causes.new(finding("queue-suspended", [], queues: [1])) == 1)
    #expect(causes.new(finding("queue-suspended", [], queues: [1])) == 0)
    #expect(causes.new(finding("queue-suspended", [], queues: [2])) == 1)
  }

  @Test func onlyStallsAreReported() {
    let causes = Causes()
    #expect(causes.new(finding("finished-twice", [1], severity: .warning)) == 0)
    #expect(causes.new(finding("never-finished", [1], isAllowed: true)) == 0)
  }
}
