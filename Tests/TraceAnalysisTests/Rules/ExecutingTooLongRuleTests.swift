import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct ExecutingTooLongRuleTests {
  private let script = TraceScript()

  @Test func namesTheThread() {
    let queue = script.queue("images", limit: 2)
    let (decode, upload) = (script.operation("decode", class: "Decode"), script.operation("upload"))
    script.at(ms: 0).enqueue(decode, on: queue).depend(upload, on: decode).enqueue(
      upload,
      on: queue
    )
    script.at(ms: 400).on(ThreadID(rawValue: 4711)).start(decode)
    let finding = script.diagnosis(endMs: 12_800).only
    #expect(
      finding
        == Finding(
          rule: "executing-too-long",
          severity: .error,
          certainty: .likely,
          operations: [decode],
          queues: [queue],
          since: TraceInstant(nanoseconds: 400_000_000),
          sentence: "decode has been executing on thread 4711 for 12.4 s, and its start() has not "
            + "returned; it holds one of 2 slots of queue images; upload waits for it.",
          proof: [
            "upload has waited 12.8 s for decode",
            "decode entered start() on thread 4711 400 ms into the recording, and is in no wait "
              + "that the recording shows",
          ],
          advice: "Look at the stack of thread 4711 for the lock, semaphore or input it waits for, "
            + "and give that a timeout; if it computes that long, raise the stall threshold. If it "
            + "is meant to go on for as long as the program does, use a thread instead, or allow "
            + "executing-too-long.",
          blocked: [upload],
          edges: [
            ProofEdge(from: .operation(upload), to: .operation(decode), by: .dependency)
          ]
        )
    )
  }

  @Test func tellsManyOfAQueueTogether() {
    let queue = script.queue("images")
    let all = (0..<9).map { script.operation("decode \($0)") }
    for operation in all { script.run(operation, on: queue, enqueued: 0, started: 0) }
    let finding = script.diagnosis(endMs: 61_000).only
    #expect(finding?.operations == all)
    #expect(
      finding?.sentence
        == "9 operations of queue images have been executing for up to 1 min 1 s, and their start() "
        + "has not returned: \"decode 0\", \"decode 1\", \"decode 2\" and 6 more."
    )
  }

  @Test func namesTheInnerOneOfTwoOnAThread() {
    let queue = script.queue("q")
    let (outer, inner) = (script.operation("outer"), script.operation("inner"))
    script.run(outer, on: queue, enqueued: 0, started: 1)
    script.at(ms: 2).by(outer).start(inner)
    let finding = script.diagnosis(endMs: 9_000).only
    #expect(finding?.operations == [inner])
    #expect(finding?.blocked == [outer])
    #expect(
      finding?.proof.first
        == "outer has been blocked for 9.00 s in start() of inner, which it called itself"
    )
  }

  // MARK: With the stack of its thread

  private static let semaphore: [ThreadStack.Frame] = [
    .init(module: "/lib/libc.so.6", offset: 0x85F16),
    .init(function: "_dispatch_sema4_wait", module: "/lib/libdispatch.so"),
    .init(function: "_dispatch_semaphore_wait_slow", module: "/lib/libdispatch.so"),
  ]
  private static let decode: [ThreadStack.Frame] = [
    .init(function: "closure #1 in Decode.run()", file: "/src/Decode.swift", line: 12),
    .init(function: "Decode.main()", file: "/src/Decode.swift", line: 7),
  ]

  @Test func saysWhereTheThreadIs() {
    let queue = script.queue("images", limit: 2)
    let decode = script.operation("decode", class: "Decode")
    script.run(decode, on: queue, enqueued: 0, started: 400)
    let stack = ThreadStack(systemCall: "futex", frames: Self.semaphore + Self.decode)
    script.at(ms: 5_500).on(ThreadID(rawValue: 99)).findStack(of: decode, stack)
    let finding = script.diagnosis(endMs: 12_800).only
    #expect(
      finding?.sentence.contains(
        "has not returned; its thread is in a closure of Decode.run() at Decode.swift:12, blocked in "
          + "futex; it holds"
      ) ?? false
    )
    #expect(
      finding?.proof.dropFirst() == [
        "its thread was blocked in futex when it was looked at, 5.50 s into the recording:",
        "in _dispatch_sema4_wait in libdispatch.so",
        "called by _dispatch_semaphore_wait_slow in libdispatch.so",
        "called by a closure of Decode.run() at Decode.swift:12",
        "called by Decode.main() at Decode.swift:7",
      ]
    )
    #expect(
      finding?.advice
        == "Signal the semaphore that a closure of Decode.run() at Decode.swift:12 waits for on every "
        + "path, or give the wait a timeout. If it is meant to go on for as long as the program does, "
        + "use a thread instead, or allow executing-too-long."
    )
  }

  @Test func saysThatItComputes() {
    let queue = script.queue("images")
    let decode = script.operation("decode")
    script.run(decode, on: queue, enqueued: 0, started: 0)
    script.at(ms: 5_000).findStack(of: decode, ThreadStack(systemCall: nil, frames: Self.decode))
    let finding = script.diagnosis(endMs: 6_000).only
    #expect(
      finding?.sentence.hasSuffix(
        "; its thread computes in a closure of Decode.run() at Decode.swift:12."
      ) ?? false
    )
    #expect(finding?.advice.hasPrefix("Let the loop in a closure of Decode.run()") ?? false)
  }

  @Test func knowsNothingOfAThreadThatOnlyRan() {
    let queue = script.queue("images")
    let decode = script.operation("decode")
    script.run(decode, on: queue, enqueued: 0, started: 0)
    script.at(ms: 5_000).findStack(of: decode, ThreadStack(text: "running"))
    let finding = script.diagnosis(endMs: 6_000).only
    #expect(finding?.sentence.hasSuffix("; its thread computes.") ?? false)
    #expect(
      finding?.proof.last
        == "its thread was running when it was looked at, 5.00 s into the recording"
    )
    #expect(finding?.advice.hasPrefix("Look at the stack of ") ?? false)
  }

  @Test(arguments: [
    ("pthread_mutex_lock", "futex", "Find out who holds the lock"),
    ("pthread_cond_wait", "futex", "Signal the condition"),
    ("_dispatch_group_wait_slow", "futex", "Leave the dispatch group"),
    ("_dispatch_sync_f_slow", "futex", "Let the dispatch queue"),
    ("read", "read", "Give the input or output"),
    ("nanosleep", "clock_nanosleep", "Do not sleep in"),
    ("something", "futex", "Give what a closure of Decode.run() at Decode.swift:12 waits for"),
  ])
  func advisesByWhatItWaitsFor(function: String, call: String, advice: String) {
    let queue = script.queue("images")
    let decode = script.operation("decode")
    script.run(decode, on: queue, enqueued: 0, started: 0)
    let inner = ThreadStack.Frame(function: function, module: "/lib/libc.so.6")
    let stack = ThreadStack(systemCall: call, frames: [inner] + Self.decode)
    script.at(ms: 5_000).findStack(of: decode, stack)
    #expect(script.diagnosis(endMs: 6_000).only?.advice.hasPrefix(advice) ?? false)
  }

  @Test func leavesOutCallsInTheMiddleOfADeepStack() {
    let queue = script.queue("images")
    let decode = script.operation("decode")
    script.run(decode, on: queue, enqueued: 0, started: 0)
    let library = (1...20).map { ThreadStack.Frame(function: "f\($0)", module: "/lib/libx.so") }
    let outer = (1...20).map { (line: Int) in
      ThreadStack.Frame(function: "g\(line)", file: "g.swift", line: line)
    }
    let stack = ThreadStack(systemCall: "read", frames: library + Self.decode + outer)
    script.at(ms: 5_000).findStack(of: decode, stack)
    #expect(
      script.diagnosis(endMs: 6_000).only?.proof.suffix(7) == [
        "in f1 in libx.so",
        "called by f2 in libx.so",
        "called by 18 more calls",
        "called by a closure of Decode.run() at Decode.swift:12",
        "called by Decode.main() at Decode.swift:7",
        "called by g1 at g.swift:1",
        "called by 19 more calls",
      ]
    )
  }

  @Test func saysOfManyWhereAllOfThemAre() {
    let queue = script.queue("images")
    let all = (0..<3).map { script.operation("decode \($0)") }
    for operation in all {
      script.run(operation, on: queue, enqueued: 0, started: 0)
      let stack = ThreadStack(systemCall: "futex", frames: Self.semaphore + Self.decode)
      script.at(ms: 5_000).findStack(of: operation, stack)
    }
    let finding = script.diagnosis(endMs: 61_000).only
    let place = "a closure of Decode.run() at Decode.swift:12"
    #expect(finding?.sentence.hasSuffix("; all of their threads are in \(place).") ?? false)
    #expect(finding?.advice.hasPrefix("Signal the semaphore that \(place)") ?? false)
    #expect(finding?.proof.count == 3)
    #expect(
      finding?.proof.allSatisfy { $0.hasSuffix("; its thread is in \(place), blocked in futex") }
        ?? false
    )
  }

  /// Lets operations execute whose threads are found in functions of the program, inside of those of the system.
  private func execute(_ found: (function: String, system: String, call: String?)...) -> String? {
    let queue = script.queue("bank")
    for (function, system, call) in found {
      let operation = script.operation()
      script.run(operation, on: queue, enqueued: 0, started: 0)
      let inner = ThreadStack.Frame(function: system, module: "/lib/libc.so.6")
      let outer = ThreadStack.Frame(function: function, file: "/src/Bank.swift", line: 1)
      let stack = ThreadStack(systemCall: call, frames: [inner, outer])
      script.at(ms: 5_000).findStack(of: operation, stack)
    }
    return script.diagnosis(endMs: 6_000).only?.advice
  }

  /// Two locks taken in different orders: each is waited for at a place of its own.
  @Test func advisesAboutTheLocksOfSeveralPlaces() {
    let advice = execute(
      ("debit()", "pthread_mutex_lock", "futex"),
      ("credit()", "pthread_mutex_lock", "futex")
    )
    #expect(
      advice == "Find out who holds the locks that debit() at Bank.swift:1 and credit() at "
        + "Bank.swift:1 wait for: where each holds the one that another needs, take them in the same "
        + "order everywhere."
    )
  }

  /// Optimized, both closures may be one piece of code: the locks differ all the same.
  @Test func advisesAboutTheLocksOfOnePlace() {
    let advice = execute(
      ("transfer()", "pthread_mutex_lock", "futex"),
      ("transfer()", "pthread_mutex_lock", "futex")
    )
    #expect(
      advice == "Find out who holds the lock that transfer() at Bank.swift:1 waits for: it must be "
        + "unlocked on every path, and where several locks are held at once, all must take them in "
        + "the same order."
    )
  }

  /// Workers in their loops: nobody is told to look for a lock, and what is meant can be said to be.
  @Test func advisesAboutEachPlaceOfThoseThatMayBeMeant() {
    let advice = execute(
      ("consume()", "pthread_cond_wait", "futex"),
      ("consume()", "pthread_cond_wait", "futex"),
      ("produce()", "nanosleep", "clock_nanosleep")
    )
    #expect(
      advice == "Signal the condition that consume() at Bank.swift:1 waits for whenever it comes "
        + "true, or give the wait a timeout. Do not sleep in produce() at Bank.swift:1: an operation "
        + "that sleeps keeps its slot and its thread. If they are meant to go on for as long as the "
        + "program does, use a thread instead, or allow executing-too-long."
    )
  }

  @Test func leavesItToThePersonWhereThereAreManyPlaces() {
    let advice = execute(
      ("a()", "nanosleep", "nanosleep"),
      ("b()", "nanosleep", "nanosleep"),
      ("c()", "nanosleep", "nanosleep"),
      ("d()", "nanosleep", "nanosleep")
    )
    #expect(advice?.hasPrefix("Look at the stack of thread 1001, ") == true)
  }

  @Test func cutsNamesThatAreVeryLong() {
    let queue = script.queue("images")
    let decode = script.operation("decode")
    script.run(decode, on: queue, enqueued: 0, started: 0)
    let name = String(repeating: "x", count: 5_000)
    let frame = ThreadStack.Frame(function: name, file: name, line: 1, module: name)
    let stack = ThreadStack(
      systemCall: name,
      frames: Array(repeating: frame, count: 100)
    )
    script.at(ms: 5_000).findStack(of: decode, stack)
    let finding = script.diagnosis(endMs: 6_000).only
    #expect((finding?.sentence.count ?? 0) < 600)
    #expect(finding?.proof.allSatisfy { $0.count < 400 } ?? false)
  }

  // MARK: Near misses

  @Test func isSilentBelowTheStallThreshold() {
    let queue = script.queue("q")
    script.run(script.operation("encode"), on: queue, enqueued: 0, started: 0)
    #expect(script.diagnosis(endMs: 4_900).findings.isEmpty)
    let patient = DiagnosisThresholds([.stall: .seconds(60)])
    #expect(script.diagnosis(endMs: 50_000, thresholds: patient).findings.isEmpty)
  }

  @Test func isSilentAboutAKindThatTakesLong() {
    let queue = script.queue("q", limit: 1)
    let first = script.operation("first", class: "Encode")
    let (second, third) = (script.operation("second", class: "Encode"), script.operation("third"))
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 4_000)
    script.run(second, on: queue, enqueued: 0, started: 4_000)
    script.at(ms: 0).enqueue(third, on: queue)
    #expect(script.diagnosis(endMs: 14_000).findings.isEmpty)
  }

  @Test func isSilentAboutALongComputationInABusyProcess() {
    let queue = script.queue("q")
    script.run(script.operation("index", class: "Index"), on: queue, enqueued: 0, started: 0)
    script.keepBusy(fromMs: 0, toMs: 30_000)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutOneThatWaitsForSlowWork() {
    let queue = script.queue("q")
    let (outer, inner) = (script.operation("outer"), script.operation("inner"))
    script.run(outer, on: queue, enqueued: 0, started: 1)
    script.at(ms: 2).by(outer).enqueue(inner, on: queue).wait(for: inner)
    script.run(inner, started: 3_000)
    #expect(script.diagnosis(endMs: 7_000).rules == ["blocking-wait-in-operation"])
  }
}
