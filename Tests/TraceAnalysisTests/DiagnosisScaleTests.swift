import Foundation
import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

/// The diagnosis of a large trace takes about as long as its size, whatever is wrong in it.
@Suite struct DiagnosisScaleTests {
  /// A program in which something is wrong as often as one likes.
  struct Load: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable (_ script: TraceScript, _ count: Int) -> Void
  }

  /// Four times the operations take far less than sixteen times as long; measured on this thread's own clock.
  @Test(arguments: loads + misuseLoads)
  func takesTimeInProportion(load: Load) {
    let small = shortest(load, count: 1_000)
    let large = shortest(load, count: 4_000)
    #expect(large < 9 * small, "\(small) ns, then \(large) ns")
  }

  private func shortest(_ load: Load, count: Int) -> UInt64 {
    let script = TraceScript()
    load.make(script, count)
    let trace = script.trace(endMs: 60_000)
    return (0..<3).map { _ in
      let begin = clock_gettime_nsec(of: CLOCK_THREAD_CPUTIME_ID)
      _ = trace.diagnosis()
      return clock_gettime_nsec(of: CLOCK_THREAD_CPUTIME_ID) - begin
    }.min() ?? 0
  }

  private func clock_gettime_nsec(of clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  static let loads: [Load] = [
    Load(testDescription: "gates in a queue") { script, count in
      let queue = script.queue("q")
      for _ in 0..<count {
        let gate = script.operation(class: "Gate", overrides: .overridesIsReady)
        script.at(ms: 0).enqueue(gate, on: queue)
      }
    },
    Load(testDescription: "a gate in each queue") { script, count in
      for _ in 0..<count {
        let gate = script.operation(class: "Gate", overrides: .overridesIsReady)
        script.at(ms: 0).enqueue(gate, on: script.queue())
      }
    },
    Load(testDescription: "cancelled operations, each in its queue") { script, count in
      for _ in 0..<count {
        let fetch = script.operation(class: "Fetch")
        script.at(ms: 0).enqueue(fetch, on: script.queue()).cancel(fetch).start(fetch)
          .returnFromStart(fetch)
      }
    },
    Load(testDescription: "removed dependencies") { script, count in
      let (queue, other) = (script.queue("q"), script.operation("other"))
      for _ in 0..<count {
        let operation = script.operation()
        script.at(ms: 0).depend(operation, on: other).undepend(operation, from: other)
          .enqueue(operation, on: queue)
      }
    },
    Load(testDescription: "starved operations behind all workers") { script, count in
      let (busy, idle) = (script.queue("busy"), script.queue("idle"))
      script.at(ms: 0).processors(2)
      for _ in 0..<WorkerShortage.mostWorkers {
        script.run(script.operation(), on: busy, enqueued: 0, started: 1)
      }
      for _ in 0..<count { script.at(ms: 2).enqueue(script.operation(), on: idle) }
    },
    Load(testDescription: "lost wake-ups, each in its queue") { script, count in
      let (queue, first) = (script.queue("q"), script.operation("first"))
      script.at(ms: 0).processors(2)
      script.run(first, on: queue, enqueued: 0, started: 1, finished: 10)
      for _ in 0..<count {
        let reply = script.operation(class: "Reply", overrides: .overridesIsReady)
        script.at(ms: 2).depend(reply, on: first).enqueue(reply, on: script.queue())
        script.at(ms: 10).by(first).becomeReady(reply)
      }
    },
    Load(testDescription: "the main queue, and who waits for it") { script, count in
      let (main, net) = (script.queue(isMain: true), script.queue("net"))
      var last: OperationID?
      for _ in 0..<count / 2 {
        let (show, save) = (script.operation(), script.operation())
        script.at(ms: 0).depend(save, on: show).enqueue(show, on: main).enqueue(save, on: net)
        last = save
      }
      if let last { script.at(ms: 1).wait(for: last) }
    },
    Load(testDescription: "behind barrier blocks") { script, count in
      for number in 0..<count / 4 {
        let queue = script.queue()
        let call = UInt64(number + 1)
        script.at(ms: 0).addBareBarrier(call, on: queue)
        script.at(ms: 1).on(ThreadID(rawValue: 5_000 + UInt32(number)))
          .beginBareBarrier(call, on: queue)
        for _ in 0..<3 { script.at(ms: 2).enqueue(script.operation(), on: queue) }
      }
    },
    Load(testDescription: "a call that holds the lock of their queue") { script, count in
      let (queue, save) = (script.queue("q"), script.operation("save"))
      script.run(script.operation("load"), on: queue, enqueued: 0, started: 0)
      script.at(ms: 1).addBarrier(script.barrier(), on: queue)
      script.at(ms: 2).cancel(save)
      script.at(ms: 3).on(ThreadID(rawValue: 50)).enqueue(save, on: queue)
      for _ in 0..<count { script.at(ms: 4).enqueue(script.operation(), on: queue) }
    },
  ]
}
