import TraceEvents
import TraceTestSupport

extension TraceScript {
  /// A long run of short operations in six queues, each but the first depending on one or two before it; most take some
  /// microseconds, a few a hundred times as long.
  static func mill(operations count: Int) -> TraceScript {
    let script = TraceScript()
    script.header.program = "mill"
    let slots = 4
    let queues = (0..<6).map { script.queue("stage \($0)", limit: slots) }
    let classes = ["LoadOperation", "DecodeOperation", "StoreOperation"]
    var random = SeededGenerator(seed: 6)
    var free = Array(repeating: Array(repeating: 0.0, count: slots), count: queues.count)
    var made: [(id: OperationID, finished: Double)] = []
    made.reserveCapacity(count)
    for number in 0..<count {
      let operation = script.operation("page \(number)", class: classes[number % classes.count])
      let stage = Int.random(in: 0..<queues.count, using: &random)
      let enqueued = Double(number) * 0.02
      var ready = enqueued
      for _ in 0..<min(number, 1 + number % 2) {
        let before = made[number - Int.random(in: 1...min(number, 30), using: &random)]
        script.at(ms: enqueued).depend(operation, on: before.id)
        ready = max(ready, before.finished)
      }
      let slot = free[stage].indices.min { free[stage][$0] < free[stage][$1] } ?? 0
      let started = max(ready, free[stage][slot]) + 0.002
      let length = random.chance(0.01) ? 2 : Double.random(in: 0.01...0.06, using: &random)
      free[stage][slot] = started + length
      script.run(
        operation,
        on: queues[stage],
        enqueued: enqueued,
        started: started,
        finished: started + length
      )
      script.at(ms: started + length + 0.01).deallocate(operation)
      made.append((operation, started + length))
    }
    return script
  }
}
