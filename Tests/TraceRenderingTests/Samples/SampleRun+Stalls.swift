import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

extension SampleRun {
  /// A queue that is suspended twice, the second time by one of its operations and for good.
  static let suspended: SampleRun = {
    let script = TraceScript()
    script.header.program = "suspended"
    let sync = script.queue("sync", limit: 2)
    let pull = script.operation("pull changes")
    let merge = script.operation("merge", class: "MergeOperation")
    let save = script.operation("save")
    let push = script.operation("push changes")
    let clean = script.operation("clean up")
    script.at(ms: 0).depend(merge, on: pull)
    script.at(ms: 0).depend(push, on: save)
    script.at(ms: 0).suspend(sync)
    script.run(pull, on: sync, enqueued: 1, started: 30.1, finished: 80)
    script.run(merge, on: sync, enqueued: 2, started: 80.2, finished: 140)
    script.run(save, on: sync, enqueued: 90)
    script.run(push, on: sync, enqueued: 91)
    script.run(clean, on: sync, enqueued: 110)
    script.at(ms: 30).resume(sync)
    script.at(ms: 85).by(merge).suspend(sync)
    script.at(ms: 120).cancel(clean)
    let finding = Finding(
      rule: "queue-suspended",
      severity: .error,
      certainty: .proven,
      operations: [],
      queues: [sync],
      since: TraceInstant(nanoseconds: 90_000_000),
      sentence: "Queue \"sync\" has been suspended for 215 ms with 2 operations ready in it.",
      proof: [
        "push changes waits for its dependency save",
        "save is ready, and its queue sync is suspended since 85.0 ms",
        "merge suspended it on thread 1002",
      ],
      advice: "Set isSuspended of \"sync\" to false when \"merge\" is done, on every path.",
      blocked: [save, push, clean]
    )
    return SampleRun(
      name: "suspended",
      trace: Trace(script.log(endMs: 300)),
      diagnosis: Diagnosis(findings: [finding], stalled: [save: 0, push: 0, clean: 0])
    )
  }()

  /// Three operations on two queues that depend on each other in a ring, and one that waits for one of them.
  static let cycle: SampleRun = {
    let script = TraceScript()
    script.header.program = "cycle"
    let database = script.queue("database", limit: 1)
    let network = script.queue("network")
    let fetch = script.operation("fetch")
    let parse = script.operation("parse")
    let store = script.operation("store")
    let report = script.operation("store")
    script.at(ms: 0).depend(parse, on: fetch).depend(store, on: parse).depend(fetch, on: store)
    script.at(ms: 0).depend(report, on: store)
    script.at(ms: 1).enqueue(fetch, on: network).enqueue(parse, on: network)
    script.at(ms: 2).enqueue(store, on: database).enqueue(report, on: database)
    let finding = Finding(
      rule: "dependency-cycle",
      severity: .error,
      certainty: .proven,
      operations: [fetch, store, parse],
      queues: [database, network],
      since: TraceInstant(nanoseconds: 2_000_000),
      sentence: "3 operations depend on each other in a cycle, and none of them can start.",
      proof: ["fetch waits for store", "store waits for parse", "parse waits for fetch"],
      advice: "Remove one of these dependencies: \"fetch\" should not depend on \"store\".",
      blocked: [fetch, parse, store, report]
    )
    return SampleRun(
      name: "cycle",
      trace: Trace(script.log(endMs: 500)),
      diagnosis: Diagnosis(
        findings: [finding],
        stalled: [fetch: 0, parse: 0, store: 0, report: 0]
      )
    )
  }()

  /// An operation that waits inside for another one, which needs the only slot; and a dependency nobody ever enqueued.
  static let selfWait: SampleRun = {
    let script = TraceScript()
    script.header.program = "self-wait"
    let serial = script.queue("serial", limit: 1)
    let outer = script.operation("outer", class: "OuterOperation")
    let inner = script.operation("inner")
    let next = script.operation("next in line")
    let login = script.operation("login", class: "LoginOperation")
    script.at(ms: 0).depend(next, on: login)
    script.at(ms: 0).enqueue(outer, on: serial).enqueue(next, on: serial)
    script.at(ms: 0.1).start(outer)
    script.at(ms: 20).by(outer).enqueue(inner, on: serial)
    script.at(ms: 21).by(outer).wait(for: inner)
    let findings = [
      Finding(
        rule: "dependency-not-enqueued",
        severity: .error,
        certainty: .proven,
        operations: [login],
        since: .zero,
        sentence: "\"next in line\" waits for \"login\", which was never added to a queue.",
        advice: "Add \"login\" to a queue, or remove the dependency.",
        blocked: [next]
      ),
      Finding(
        rule: "self-deadlock",
        severity: .error,
        certainty: .proven,
        operations: [outer],
        queues: [serial],
        since: TraceInstant(nanoseconds: 21_000_000),
        sentence:
          "\"outer\" waits for \"inner\", which needs the only slot of \"serial\": outer's own.",
        proof: [
          "outer blocks in waitUntilFinished on inner since 21.0 ms, on thread 1001",
          "inner is ready, and outer holds 1 of 1 slots of serial",
        ],
        advice:
          "Don't wait inside an operation: make \"inner\" a dependency of what comes after it.",
        blocked: [outer, inner]
      ),
    ]
    return SampleRun(
      name: "self-wait",
      trace: Trace(script.log(endMs: 2_000)),
      diagnosis: Diagnosis(findings: findings, stalled: [outer: 1, inner: 1, next: 0])
    )
  }()
}
