import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@testable import TraceRendering

@Suite struct SpreadTextTests {
  private let script = TraceScript()

  private func text(columns: Int = 100) -> String {
    let trace = script.trace(endMs: 1_000)
    let text = trace.diagnosisText(trace.diagnosis(), TextStyle(width: columns))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let section = lines.drop { $0 != "cancelled and failed" }
    return section.prefix { !$0.hasPrefix("More about") }.joined(separator: "\n")
  }

  @Test func aCancellationSaysWhoWhatAndWhatCameOfIt() {
    let queue = script.queue("net", limit: 1)
    let (watch, fetch, parse) = (
      script.operation("watch"), script.operation("fetch"), script.operation("parse")
    )
    let show = script.operation("show")
    script.at(ms: 0).depend(show, on: parse)
    script.run(watch, on: script.queue("timers"), enqueued: 0, started: 1, finished: 30)
    script.run(fetch, on: queue, enqueued: 0, started: 1, finished: 25)
    script.run(parse, on: queue, enqueued: 0, started: 26, finished: 26.1)
    script.run(show, on: queue, enqueued: 0, started: 27, finished: 28)
    script.at(ms: 10).by(watch).cancelAll(queue).cancel(fetch).cancel(parse)
    #expect(
      text() == """
        cancelled and failed
          watch cancelled all of queue net, 2 operations at 10.0 ms
            never ran      parse
            was executing  fetch, for 15.0 ms more
            ran            show, which depends on what was cancelled

        """
    )
  }

  @Test func aFailureSaysWhyAndNamesAreMadeSafe() {
    let queue = script.queue("net")
    let (load, show) = (script.operation("load\u{1B}[2J"), script.operation("show"))
    script.at(ms: 0).depend(show, on: load)
    script.run(load, on: queue, enqueued: 0, started: 1, finished: 5)
    script.run(show, on: queue, enqueued: 0, started: 6, finished: 7)
    script.at(ms: 4).by(load).fail(load, "no\nnetwork\u{7}")
    let text = text()
    #expect(text.contains("failed at 4.00 ms: no\\nnetwork\\u{7}"))
    #expect(text.contains("    ran            show, which depends on it\n"))
    #expect(!text.contains("\u{1B}") && !text.contains("\u{7}"))
  }

  @Test func manyAreToldByWhatTheyReached() {
    let queue = script.queue("net")
    for number in 0..<20 {
      let page = script.operation("page \(number)")
      script.at(ms: Double(number)).cancel(page).enqueue(page, on: queue)
    }
    let text = text(columns: 60)
    #expect(text.matches(of: /cancelled "page/).count == 6)
    #expect(text.contains("and 14 others that reached less"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 60 })
  }
}
