import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct TraceNamesTests {
  private func operationName(_ name: String?) -> String {
    let script = TraceScript()
    script.at(ms: 0).enqueue(script.operation(name), on: script.queue())
    return TraceNames(TraceIndex(script.trace())).operation(0)
  }

  @Test(arguments: [
    ("decode", "decode"),
    ("load the image", "\"load the image\""),
    ("a;b", "\"a;b\""),
    ("写真", "写真"),
    ("", "BlockOperation 1"),
    (String(repeating: "x", count: 60), String(repeating: "x", count: 60)),
    (
      String(repeating: "x", count: 9_999) + "y",
      String(repeating: "x", count: 30) + "…" + String(repeating: "x", count: 28) + "y"
    ),
  ])
  func showsNamesSoThatTheyCanBeTold(name: String, shown: String) {
    #expect(operationName(name) == shown)
  }

  @Test func numbersNamesThatSeveralHave() {
    let script = TraceScript()
    let queue = script.queue()
    for name in ["a", "b", "a"] { script.at(ms: 0).enqueue(script.operation(name), on: queue) }
    let names = TraceNames(TraceIndex(script.trace()))
    #expect(names.operations([0, 1, 2]) == "a #1, b and a #3")
    #expect(names.operations([1, 1, 1, 1, 1]) == "b, b, b and 2 more")
  }

  @Test func numbersANameThatAnOperationWithoutOneIsShownBy() {
    let script = TraceScript()
    let queue = script.queue()
    for name in [nil, "BlockOperation 1", "BlockOperation 2", nil] {
      script.at(ms: 0).enqueue(script.operation(name), on: queue)
    }
    let names = TraceNames(TraceIndex(script.trace()))
    #expect(names.operation(0) == "BlockOperation 1 #1")
    #expect(names.operation(1) == "\"BlockOperation 1\" #2")
    #expect(names.operation(2) == "\"BlockOperation 2\"")
    #expect(names.operation(3) == "BlockOperation 4")
  }

  @Test func namesQueuesAndThreads() {
    let script = TraceScript()
    let queues = [
      script.queue("net"), script.queue("db"), script.queue(), script.queue(isMain: true),
    ]
    for queue in queues { script.at(ms: 0).suspend(queue) }
    let names = TraceNames(TraceIndex(script.trace()))
    #expect(
      queues.indices.map { names.queue($0) } == [
        "queue net", "queue db", "queue 3", "the main queue",
      ]
    )
    #expect(names.queues([0, 1]) == "queues net and db")
    #expect(names.queues([1, 3]) == "queue db and the main queue")
    #expect(names.initialQueue(3) == "The main queue")
    #expect(names.thread(script.mainThread) == "the main thread")
    #expect(names.thread(ThreadID(rawValue: 4711)) == "thread 4711")
  }
}
