import TraceEvents

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
