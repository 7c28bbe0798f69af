import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct SpreadTests {
  private let script = TraceScript()

  private var spreads: [Spread] {
    script.trace(endMs: 1_000).diagnosis().spreads
  }

  @Test func tellsWhoCancelledWhatWasSkippedAndWhatRanAllTheSame() {
    let queue = script.queue("net", limit: 1)
    let names = ["watch", "fetch", "parse", "show"]
    let operations = names.map { script.operation($0) }
    let (watch, fetch, parse, show) = (operations[0], operations[1], operations[2], operations[3])
    script.at(ms: 0).depend(parse, on: fetch).depend(show, on: parse)
    script.run(watch, on: script.queue("timers"), enqueued: 0, started: 1, finished: 30)
    script.run(fetch, on: queue, enqueued: 0, started: 1, finished: 25)
    script.run(parse, on: queue, enqueued: 0, started: 26, finished: 26.1)
    script.run(show, on: queue, enqueued: 0, started: 27, finished: 28)
    script.at(ms: 10).by(watch).cancel(fetch).cancel(parse)
    let spread = spreads.first
    #expect(spreads.count == 1)
    #expect(spread?.kind == .cancellation)
    #expect(spread?.actor == watch)
    #expect(spread?.thread == ThreadID(rawValue: 1_000 + watch.rawValue))
    #expect(spread?.instant == TraceInstant(nanoseconds: 10_000_000))
    #expect(spread?.operations == [fetch, parse])
    #expect(spread?.interrupted == [fetch])
    #expect(spread?.skipped == [parse])
    #expect(spread?.ranAnyway == [show])
  }

  @Test func takesACallOfCancelAllAsOne() {
    let (net, disk) = (script.queue("net", limit: 1), script.queue("disk"))
    let inNet = (0..<3).map { script.operation("page \($0)") }
    let onDisk = script.operation("write")
    for operation in inNet { script.at(ms: 0).enqueue(operation, on: net) }
    script.at(ms: 0).enqueue(onDisk, on: disk)
    script.at(ms: 5).cancelAll(net).cancel(inNet[0]).cancel(inNet[1]).cancel(inNet[2])
    script.at(ms: 5).cancel(onDisk)
    script.at(ms: 6).on(script.thread(number: 9)).cancelAll(net)
    #expect(spreads.map(\.queue) == [net, nil])
    #expect(spreads.map(\.operations) == [inNet, [onDisk]])
  }

  @Test func separatesWhatAThreadCancelsBetweenOtherThings() {
    let queue = script.queue("net")
    let operations = (0..<2).map { script.operation("page \($0)") }
    script.at(ms: 1).cancel(operations[0])
    script.at(ms: 2).enqueue(operations[0], on: queue)
    script.at(ms: 3).cancel(operations[1])
    #expect(spreads.map(\.operations) == [[operations[0]], [operations[1]]])
  }

  @Test func tellsAFailureAndWhoRanAllTheSame() {
    let queue = script.queue("net")
    let (load, show, log) = (
      script.operation("load"), script.operation("show"), script.operation("log")
    )
    script.at(ms: 0).depend(show, on: load).depend(log, on: load)
    script.run(load, on: queue, enqueued: 0, started: 1, finished: 5)
    script.at(ms: 4).by(load).fail(load, "no network")
    script.at(ms: 0).enqueue(show, on: queue).enqueue(log, on: queue)
    script.at(ms: 5).cancel(show)
    script.at(ms: 6).start(show).finish(show)
    script.at(ms: 6).start(log).finish(log)
    #expect(spreads.map(\.kind) == [.failure, .cancellation])
    #expect(spreads.first?.operations == [load])
    #expect(spreads.first?.ranAnyway == [log])
    #expect(spreads.last?.skipped == [show])
  }

  @Test func saysNothingOfARunWithoutThem() {
    #expect(TraceScript.healthyRun().trace().diagnosis().spreads.isEmpty)
  }

  @Test(arguments: 0..<100)
  func survivesEventsWithoutSense(seed: UInt64) {
    let trace = Trace(.garbage(seed: seed))
    for spread in Spread.all(in: trace) {
      #expect(Set(spread.skipped + spread.interrupted).isSubset(of: spread.operations))
      #expect(spread.ranAnyway == spread.ranAnyway.sorted())
    }
  }
}
