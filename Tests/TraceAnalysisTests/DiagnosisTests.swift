import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct DiagnosisTests {
  private let script = TraceScript()

  @Test func putsEverythingBehindAStallUnderOneRoot() {
    let (net, work) = (script.queue("net", limit: 1), script.queue("work", limit: 2))
    let root = script.operation("root", class: "Fetch")
    script.detach(root, on: net, atMs: 1)
    let behind = (0..<20).map { script.operation("op\($0)") }
    for (number, operation) in behind.enumerated() {
      switch number % 4 {
      case 0: script.at(ms: 2).enqueue(operation, on: net)
      case 1: script.at(ms: 2).depend(operation, on: root).enqueue(operation, on: work)
      default:
        script.at(ms: 2).depend(operation, on: behind[number - 2]).enqueue(operation, on: work)
      }
    }
    let waiter = script.operation("waiter")
    script.run(waiter, on: work, enqueued: 2, started: 3)
    script.at(ms: 4).by(waiter).wait(for: behind[19])
    script.at(ms: 5).waitForAll(of: work)
    let diagnosis = script.diagnosis(endMs: 3_000)
    #expect(diagnosis.only?.operations == [root])
    #expect(diagnosis.only?.blocked == behind + [waiter])
    #expect(diagnosis.stalled.count == 22)
    #expect(diagnosis.hasErrors)
  }

  @Test func keepsTheChainShortAndSafeHoweverLongItIs() {
    let queue = script.queue("q")
    let root = script.operation("root", class: "Fetch")
    script.detach(root, on: queue, atMs: 1)
    var last = root
    for number in 0..<50_000 {
      let next = script.operation("op\(number)")
      script.at(ms: 2).depend(next, on: last).enqueue(next, on: queue)
      last = next
    }
    let diagnosis = script.diagnosis(endMs: 3_000)
    #expect(diagnosis.rules == ["never-finished", "deep-chain"])
    let finding = diagnosis.findings.first
    #expect(finding?.blocked.count == 50_000)
    #expect(finding?.proof.count == 14)
    #expect(finding?.proof[6] == "and so on through 49,988 more operations")
  }

  /// Barriers of two queues, one behind the other: what stands behind them is told apart from what merely waits.
  @Test func tellsWhatStandsBehindABarrier() {
    let (net, disk) = (script.queue("net"), script.queue("disk"))
    let stuck = script.operation("stuck", class: "Fetch")
    let (barrier, after, elsewhere) = (
      script.barrier(), script.operation("after"), script.operation("elsewhere")
    )
    let both = script.operation("both")
    script.detach(stuck, on: net, atMs: 1)
    script.at(ms: 2).addBarrier(barrier, on: net).enqueue(after, on: net)
    script.at(ms: 3).depend(elsewhere, on: after).enqueue(elsewhere, on: disk)
    // Its dependency is the shorter way to the root, and yet it stands behind the barrier too.
    script.at(ms: 4).depend(both, on: stuck).enqueue(both, on: net)
    let finding = script.diagnosis(endMs: 3_000).only
    #expect(finding?.rule == "never-finished")
    #expect(finding?.blocked == [barrier, after, elsewhere, both].sorted())
    #expect(finding?.blockedByBarrier == [after, both])
    #expect(
      finding?.edges == [
        ProofEdge(from: .operation(elsewhere), to: .operation(after), by: .dependency),
        ProofEdge(from: .operation(after), to: .operation(barrier), by: .barrier),
        ProofEdge(from: .operation(barrier), to: .operation(stuck), by: .barrier),
      ]
    )
  }

  @Test func tellsIndependentStallsApartAndSortsThem() {
    let (net, db, paused) = (script.queue("net"), script.queue("db"), script.queue("paused"))
    let (a, b) = (script.operation("a", class: "Fetch"), script.operation("b", class: "Store"))
    script.detach(a, on: net, atMs: 30)
    script.detach(b, on: db, atMs: 10)
    script.at(ms: 20).suspend(paused).enqueue(script.operation("c"), on: paused)
    let (download, parse) = (script.operation("download"), script.operation("parse"))
    script.at(ms: 1).depend(parse, on: download).enqueue(download, on: net).enqueue(parse, on: net)
    script.at(ms: 1).cancel(download)
    script.at(ms: 2).start(download).finish(download)
    script.run(parse, started: 3, finished: 4)
    let diagnosis = script.diagnosis(endMs: 3_000)
    #expect(
      diagnosis.rules == [
        "never-finished", "queue-suspended", "never-finished", "ran-after-cancelled-dependency",
      ]
    )
    #expect(diagnosis.stalled == [a: 2, b: 0, OperationID(rawValue: 3): 1])
  }

  @Test func tellsWhatIsAllowedAndDoesNotCountIt() {
    let (net, paused) = (script.queue("net"), script.queue("paused"))
    let (a, b) = (script.operation("a", class: "Fetch"), script.operation("b"))
    script.detach(a, on: net, atMs: 10)
    script.at(ms: 20).suspend(paused).enqueue(b, on: paused)
    let trace = script.trace(endMs: 3_000)
    let both = trace.diagnosis()
    #expect(both.rules == ["never-finished", "queue-suspended"])
    #expect(both.faults == both.findings)
    #expect(both.stalled == [a: 0, b: 1])

    let one = trace.diagnosis(allowing: ["never-finished"])
    #expect(one.rules == both.rules)
    #expect(one.allowed.map(\.rule) == ["never-finished"])
    #expect(one.faults.map(\.rule) == ["queue-suspended"])
    #expect(one.stalled == [b: 1])
    #expect(one.hasErrors)

    let none = trace.diagnosis(allowing: ["never-finished", "queue-suspended"])
    #expect(none.rules == both.rules)
    #expect(none.faults.isEmpty)
    #expect(none.stalled.isEmpty)
    #expect(!none.hasErrors)
  }

  @Test func saysNothingAboutAnEmptyRecording() {
    #expect(Trace(EventLog()).diagnosis() == Diagnosis(findings: [], stalled: [:]))
  }

  @Test func isTheSameEachTime() {
    let log = SchedulerSimulation(seed: 7, operationCount: 60).log
    let first = Trace(log).diagnosis()
    for _ in 0..<5 { #expect(Trace(log).diagnosis() == first) }
  }

  @Test func everyRuleExplainsItself() {
    let names = DiagnosisCatalogue.rules.map(\.name)
    #expect(Set(names).count == names.count)
    for rule in DiagnosisCatalogue.rules {
      for sentence in [rule.explanation.what, rule.explanation.why, rule.explanation.change] {
        #expect(sentence.hasSuffix("."))
        #expect(
          sentence.first?.isUppercase == true || sentence.hasPrefix("maxC")
            || sentence.hasPrefix("cancel()") || sentence.hasPrefix("waitU")
        )
      }
    }
  }
}
