import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

/// Which operations of two runs are the same.
@Suite struct OperationPartTests {
  private func part(
    _ name: String?,
    class className: String = "BlockOperation",
    queue: String? = "images",
    isMain: Bool = false,
    others: Int = 0
  ) -> OperationPart {
    let script = TraceScript()
    for number in 0..<others {
      script.at(ms: 0).enqueue(script.operation("o\(number)"), on: script.queue("q\(number)"))
    }
    let operation = script.operation(name, class: className)
    script.at(ms: 1).enqueue(operation, on: script.queue(queue, isMain: isMain))
    let trace = script.trace()
    return OperationPart(of: trace[operation] ?? trace.operations[0], in: trace)
  }

  @Test func `Numbers make no difference, nor does what was there before`() {
    #expect(part("thumbnail 17") == part("thumbnail 18", others: 3))
    #expect(part("load", queue: "session 4") == part("load", queue: "session 71", others: 1))
    #expect(part(nil, queue: nil) == part(nil, queue: nil, others: 5))
    #expect(part("", queue: nil) == part(nil, queue: nil))
    #expect(
      part("a", queue: "NSOperationQueue 0x55d1f2a0") == part("a", queue: nil, others: 2)
    )
  }

  @Test func `Names, classes and queues make one`() {
    #expect(part("load") != part("save"))
    #expect(part("load") != part("load", class: "Load"))
    #expect(part("load") != part("load", queue: "network"))
    #expect(part("load") != part(nil))
    #expect(part("load", isMain: true) != part("load", queue: nil))
    #expect(part("load", queue: nil, isMain: true).queue == "main queue")
  }

  @Test func `A barrier is told by what it is, and what was never enqueued is in no queue`() {
    let script = TraceScript()
    let (queue, barrier, loose) = (script.queue("q"), script.barrier(), script.operation("loose"))
    script.at(ms: 0).addBarrier(barrier, on: queue).start(loose)
    let trace = script.trace()
    let parts = trace.operations.map { OperationPart(of: $0, in: trace) }
    #expect(parts.contains(OperationPart(queue: "q", className: "barrier", name: nil)))
    #expect(parts.contains(OperationPart(queue: nil, className: "BlockOperation", name: "loose")))
  }
}
