import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

extension SampleRun {
  /// Readers, a barrier, and readers behind it, of which one fails.
  static let barrier: SampleRun = {
    let script = TraceScript()
    script.header.program = "barrier"
    let cache = script.queue("cache", limit: 3)
    let readers = (1...3).map { script.operation("read \($0)") }
    let barrier = script.barrier()
    let after = [script.operation("read 4"), script.operation("read 5", class: "ReadOperation")]
    for (position, reader) in readers.enumerated() {
      let start = Double(position) * 0.2 + 0.1
      script.run(reader, on: cache, enqueued: 0, started: start, finished: 40 + start * 60)
    }
    script.at(ms: 5).addBarrier(barrier, on: cache)
    script.at(ms: 155).addBareBarrier(2, on: cache).beginBareBarrier(2, on: cache)
    script.at(ms: 170).endBareBarrier(2, on: cache)
    script.run(barrier, started: 76, finished: 120)
    script.run(after[0], on: cache, enqueued: 6, started: 120.2, finished: 150)
    script.run(after[1], on: cache, enqueued: 7, started: 120.3, finished: 180)
    script.at(ms: 179).by(after[1]).fail(after[1], "checksum of page 7 is wrong")
    let trace = Trace(script.log())
    return SampleRun(
      name: "barrier",
      trace: trace,
      diagnosis: Diagnosis(findings: [], stalled: [:])
    )
  }()

  /// Six operations for one slot, handed over from one to the next, with work on another queue and a group that adds its own.
  static let crossQueue: SampleRun = {
    let script = TraceScript()
    script.header.program = "cross-queue"
    let main = script.queue(isMain: true)
    let work = script.queue("work", limit: 1)
    let group = script.operation("group", class: "GroupOperation")
    let steps = (1...4).map { script.operation("step \($0)") }
    let show = script.operation("show result")
    script.run(group, on: main, enqueued: 0, started: 0.1, finished: 95)
    for (position, step) in steps.enumerated() {
      script.at(ms: 1).by(group).enqueue(step, on: work, priority: position == 3 ? 8 : 0)
    }
    script.at(ms: 1.5).by(group).wait(for: steps[2])
    script.run(steps[0], started: 1.2, finished: 20)
    script.run(steps[3], started: 20.1, finished: 50)
    script.run(steps[1], started: 50.1, finished: 70)
    script.run(steps[2], started: 70.1, finished: 90)
    script.at(ms: 90.1).by(group).endWait(for: steps[2])
    script.at(ms: 0).depend(show, on: group)
    script.run(show, on: main, enqueued: 0.5, started: 95.2, finished: 100)
    script.at(ms: 101).stop()
    let trace = Trace(script.log())
    return SampleRun(
      name: "cross-queue",
      trace: trace,
      diagnosis: Diagnosis(findings: [], stalled: [:])
    )
  }()

  /// Names that try to break out of wherever they are put.
  static let hostile: SampleRun = {
    let script = TraceScript()
    script.header.program = "\u{1B}[31mhost\"ile\\</TABLE>"
    let queue = script.queue("q\"]; } digraph x { a -> b\n", limit: 1)
    let names = [
      "\"quotes\" and \\backslashes\\N\\G",
      "<B>&amp;</B> ]]> -- <!--",
      "line\none\r\ntwo\u{2028}three",
      "\u{1B}[2J\u{1B}]0;owned\u{07}",
      "abc\u{202E}fdp.exe\u{200B}",
      "写真を読み込む 👩‍👩‍👧‍👦 🇩🇪 ❤️",
      "שלום עולם מה שלומך",
      "   ",
      "",
      String(repeating: "very long ", count: 1_000) + "end",
      "e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308} zalgo",
      "]",
    ]
    let operations = names.map { script.operation($0, class: "Swift.Array<Int & \"x\">") }
    var time = 0.0
    for (position, operation) in operations.enumerated() {
      script.run(operation, on: queue, enqueued: 0, started: time + 0.1, finished: time + 10)
      time += 10
      if position > 0 { script.at(ms: 0).depend(operation, on: operations[position - 1]) }
    }
    script.at(ms: time - 1).fail(operations[11], "no \"such\" <file>\n\u{1B}[0m")
    let finding = Finding(
      rule: "cancellation-ignored",
      severity: .warning,
      certainty: .likely,
      operations: [operations[3]],
      since: .zero,
      sentence: "\"\(names[3])\" is not what \"\(names[9])\" seems to be.",
      proof: ["first: \(names[2])", names[4]],
      advice: "Rename \(names[1])."
    )
    return SampleRun(
      name: "hostile",
      trace: Trace(script.log()),
      diagnosis: Diagnosis(findings: [finding], stalled: [:])
    )
  }()

  /// An operation that cancels two others, one of which executes, and one that runs on what they did not deliver.
  static let cancellation: SampleRun = {
    let script = TraceScript()
    script.header.program = "cancellation"
    let (timers, net) = (script.queue("timers"), script.queue("net", limit: 1))
    let watch = script.operation("watch battery", class: "WatchOperation")
    let fetch = script.operation("fetch page", class: "FetchOperation")
    let parse = script.operation("parse page")
    let show = script.operation("show page")
    let upload = script.operation("upload log")
    script.at(ms: 0).depend(parse, on: fetch).depend(show, on: parse)
    script.run(watch, on: timers, enqueued: 0, started: 1, finished: 60)
    script.run(fetch, on: net, enqueued: 0, started: 1, finished: 45)
    script.run(parse, on: net, enqueued: 0, started: 45.1, finished: 45.2)
    script.run(show, on: net, enqueued: 0, started: 46, finished: 58)
    script.run(upload, on: net, enqueued: 0, started: 58.1, finished: 70)
    script.at(ms: 30).by(watch).cancel(fetch).cancel(parse)
    script.at(ms: 65).by(upload).fail(upload, "no network")
    script.at(ms: 71).stop()
    let trace = script.trace()
    return SampleRun(name: "cancellation", trace: trace, diagnosis: trace.diagnosis())
  }()
}
