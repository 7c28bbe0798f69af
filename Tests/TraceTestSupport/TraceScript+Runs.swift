package import TraceEvents

extension TraceScript {
  /// A load, two steps behind it and one behind both, on one queue; all of it goes well.
  package static func healthyRun() -> TraceScript {
    let script = TraceScript()
    script.header.program = "healthy"
    script.header.startedAtUnixNanoseconds = 1_764_500_000_123_000_000
    let queue = script.queue("images", limit: 2)
    let load = script.operation("load")
    let decode = script.operation("decode", class: "DecodeOperation")
    let index = script.operation("index")
    let save = script.operation("save")
    script.at(ms: 0).depend(decode, on: load).depend(index, on: load)
    script.at(ms: 0).depend(save, on: decode).depend(save, on: index)
    script.run(load, on: queue, enqueued: 0, started: 1, finished: 10)
    script.run(decode, on: queue, enqueued: 0, started: 10.1, finished: 40)
    script.run(index, on: queue, enqueued: 0, started: 10.2, finished: 20)
    script.run(save, on: queue, enqueued: 0, started: 40.1, finished: 50)
    script.at(ms: 51).stop()
    return script
  }

  /// Two operations that depend on each other, and one that waits for one of them.
  package static func stuckRun() -> TraceScript {
    let script = TraceScript()
    script.header.program = "stuck"
    let queue = script.queue("database", limit: 1)
    let (fetch, store, report) = (
      script.operation("fetch"), script.operation("store"), script.operation("report")
    )
    script.at(ms: 0).depend(fetch, on: store).depend(store, on: fetch).depend(report, on: store)
    script.at(ms: 1).enqueue(fetch, on: queue).enqueue(store, on: queue).enqueue(report, on: queue)
    return script
  }
}

extension TraceScript {
  /// Work that went well for long, one operation a millisecond, and beside it a cycle of two since the beginning.
  package static func longRun(operations: Int) -> TraceScript {
    let script = TraceScript.stuckRun()
    script.header.program = "long"
    let queue = script.queue("work", limit: 4)
    var last: OperationID?
    for number in 0..<operations {
      let operation = script.operation("request \(number)")
      let ms = 2 + Double(number)
      if let last { script.at(ms: ms).depend(operation, on: last) }
      script.run(operation, on: queue, enqueued: ms, started: ms + 0.2, finished: ms + 0.7)
      last = operation
    }
    return script
  }
}

extension TraceScript {
  /// The log of a program that worked for twelve seconds, of which the last two were kept.
  ///
  /// A session executes since the beginning, and an operation behind it waits since then. Of the thousand and twenty requests,
  /// one each hundred milliseconds that takes fifty, the last twenty are there.
  package static func boundedLog() -> EventLog {
    let script = TraceScript()
    script.header.program = "server"
    let (sessions, work) = (script.queue("sessions"), script.queue("work", limit: 2))
    let (session, after) = (script.operation("session"), script.operation("after"))
    script.at(ms: 0).depend(after, on: session).enqueue(after, on: work)
    script.run(session, on: sessions, enqueued: 0, started: 0.1)
    for number in 0..<20 {
      let ms = 10_000 + 100 * Double(number)
      let request = script.operation("request \(number)")
      script.run(request, on: work, enqueued: ms, started: ms + 1, finished: ms + 51)
    }
    var log = script.log(endMs: 12_000)
    log.horizon = TraceHorizon(
      instant: TraceInstant(nanoseconds: 10_000_000_000),
      lastOperation: after,
      droppedEvents: 9_000,
      droppedOperations: 1_000,
      bound: TraceBound(bytes: 1 << 20)
    )
    return log
  }
}
