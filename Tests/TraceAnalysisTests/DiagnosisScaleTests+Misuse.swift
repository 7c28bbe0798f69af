import TraceEvents
import TraceTestSupport

extension DiagnosisScaleTests {
  /// Misuse as often as one likes, in the shapes that could cost the square of its number.
  static let misuseLoads: [Load] = [
    Load(testDescription: "late dependencies of one operation") { script, count in
      let (queue, end) = (script.queue("q"), script.operation("end"))
      script.at(ms: 0).enqueue(end, on: queue)
      for number in 0..<count {
        let part = script.operation()
        script.at(ms: Double(number)).suspend(queue)
        script.at(ms: Double(number) + 0.2).resume(queue)
        script.at(ms: Double(number) + 0.5).depend(end, on: part).enqueue(part, on: queue)
      }
    },
    Load(testDescription: "waits, each in its queue, for one end of a chain") { script, count in
      let chain = script.queue("chain")
      var last = script.operation()
      for _ in 0..<count {
        let next = script.operation()
        script.at(ms: 0).depend(next, on: last)
        script.run(last, on: chain, enqueued: 0, started: 100, finished: 200)
        last = next
      }
      script.run(last, on: chain, enqueued: 0, started: 300, finished: 400)
      for _ in 0..<count {
        let waiter = script.operation()
        script.run(waiter, on: script.queue(), enqueued: 0, started: 1, finished: 500)
        script.at(ms: 2).by(waiter).wait(for: last)
        script.at(ms: 400).by(waiter).endWait(for: last)
      }
    },
    Load(testDescription: "waits, each in its queue, for one that has many dependencies") {
      script,
      count in
      let (parts, end) = (script.queue("parts"), script.operation())
      for _ in 0..<count {
        let part = script.operation()
        script.at(ms: 0).depend(end, on: part)
        script.run(part, on: parts, enqueued: 0, started: 100, finished: 200)
      }
      script.run(end, on: parts, enqueued: 0, started: 300, finished: 400)
      for _ in 0..<count {
        let waiter = script.operation()
        script.run(waiter, on: script.queue(), enqueued: 0, started: 1, finished: 500)
        script.at(ms: 2).by(waiter).wait(for: end)
        script.at(ms: 400).by(waiter).endWait(for: end)
      }
    },
    Load(testDescription: "waits for an operation of the same queue") { script, count in
      let queue = script.queue("q")
      for _ in 0..<count {
        let (outer, inner) = (script.operation(), script.operation())
        script.run(outer, on: queue, enqueued: 0, started: 1, finished: 50)
        script.at(ms: 2).by(outer).enqueue(inner, on: queue).wait(for: inner)
        script.run(inner, started: 3, finished: 4)
        script.at(ms: 4).by(outer).endWait(for: inner)
      }
    },
    Load(testDescription: "a chain of cancelled operations, and many behind it") { script, count in
      let queue = script.queue("q")
      var last = script.operation()
      script.run(last, on: queue, enqueued: 0, started: 1, finished: 900)
      for _ in 0..<count {
        let next = script.operation()
        script.at(ms: 0).depend(next, on: last).enqueue(next, on: queue)
        script.at(ms: 2).cancel(next)
        script.run(next, started: 3, finished: 3)
        last = next
      }
      for _ in 0..<count {
        let show = script.operation()
        script.at(ms: 0).depend(show, on: last)
        script.run(show, on: queue, enqueued: 0, started: 4, finished: 5)
      }
    },
    Load(testDescription: "waits of the main thread, and operations that sit them out") {
      script,
      count in
      let (main, files) = (script.queue(isMain: true), script.queue("files"))
      for number in 0..<count {
        let (load, show) = (script.operation(), script.operation())
        let begin = Double(number) * 200
        script.at(ms: 0).enqueue(show, on: main)
        script.run(load, on: files, enqueued: begin, started: begin, finished: begin + 150)
        script.at(ms: begin).wait(for: load)
        script.at(ms: begin + 150).endWait(for: load)
      }
    },
    Load(testDescription: "urgent operations behind one that many overtake") { script, count in
      let (queue, load) = (script.queue("q", limit: 1), script.operation())
      script.at(ms: 0).enqueue(load, on: queue)
      for number in 0..<count {
        let (other, pay) = (script.operation(), script.operation())
        let begin = Double(number) * 10
        script.run(other, on: queue, enqueued: 0, started: begin, finished: begin + 9)
        script.at(ms: 0).depend(pay, on: load).enqueue(pay, on: queue, priority: 8)
        script.at(ms: 1).on(ThreadID(rawValue: 7)).setPriority(of: pay, to: 4)
        script.run(pay, started: Double(count) * 10 + 2, finished: Double(count) * 10 + 3)
      }
      let end = Double(count) * 10
      script.run(load, started: end, finished: end + 1)
    },
  ]
}
