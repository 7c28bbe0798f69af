import Foundation
import OperationTracing
import Testing
import TraceTestSupport
import TracingScenarios

/// Reports of stalls while a program runs.
///
/// Its queues have threads of their own: workers that are blocked here would be missed by the other tests of the process.
struct StallReportTests {
  private let targets = (0..<2).map { DispatchQueue(label: "stalls \($0)") }

  private func queue(_ number: Int) -> OperationQueue {
    let queue = OperationQueue()
    queue.name = "queue \(number)"
    queue.maxConcurrentOperationCount = 1
    queue.underlyingQueue = targets[number]
    return queue
  }

  private func block(_ name: String, _ body: @escaping @Sendable () -> Void) -> Operation {
    let operation = BlockOperation(block: body)
    operation.name = name
    return operation
  }

  @Test func eachRootCauseIsReportedOnce() throws {
    let (first, second) = (queue(0), queue(1))
    let gate = Gate()
    let reports = Reports()
    let tracer = try OperationTracer.start(tracing: first, second)
    tracer.onStall(after: .milliseconds(50)) { reports.add($0) }
    first.addOperation(block("first") { gate.pass() })
    first.addOperation(block("behind") {})
    let report = reports.next()
    #expect(report.stuck == ["first"])
    #expect(report.findings.first?.rule == "executing-too-long")
    #expect(report.thread == "optrace-stalls")

    second.addOperation(block("second") { gate.pass() })
    let next = reports.next()
    #expect(next.stuck == ["second"])
    #expect(next.report.diagnosis.findings.count { $0.severity == .error } == 2)
    let text = next.report.text(TextStyle(charset: .ascii))
    #expect(text.hasPrefix("1 stalled: second"), "\(text)")
    #expect(text.utf8.allSatisfy { $0 < 0x7F })
    gate.open()
    first.waitUntilAllOperationsAreFinished()
    second.waitUntilAllOperationsAreFinished()
    tracer.stop()
    #expect(reports.count == 0)
  }

  @Test func aReportSaysWhereTheThreadIs() throws {
    let queue = queue(0)
    let gate = Gate()
    let reports = Reports()
    let tracer = try OperationTracer.start(tracing: queue)
    tracer.onStall(after: .milliseconds(50)) { reports.add($0) }
    queue.addOperation(block("stuck") { gate.pass() })
    let report = reports.next()
    gate.open()
    queue.waitUntilAllOperationsAreFinished()
    tracer.stop()
    #if os(Linux)
    let sentence = report.findings.first?.sentence ?? ""
    #expect(sentence.contains("its thread is in Gate.pass() at TracedOperations.swift:"))
    #expect(sentence.contains(", blocked in futex"))
    let stack = try #require(tracer.trace().stacks.values.first?.stack)
    // The tracer's own calls and those of Foundation around the operation are not in it.
    #expect(stack.frames.last?.function?.contains("aReportSaysWhereTheThreadIs") ?? false)
    #expect(!stack.text.contains("oth_hook_"), "\(stack.text)")
    #expect(!stack.text.contains("OperationQueue._"), "\(stack.text)")
    #endif
  }

  /// The recording goes on while a report is being dealt with, and the reports that follow wait.
  @Test func aCallbackThatBlocksHoldsUpOnlyReports() throws {
    let (first, second) = (queue(0), queue(1))
    let folder = try TemporaryFolder()
    let path = folder.file("blocked.optrace")
    let gate = Gate()
    let callback = Gate()
    let reports = Reports()
    let tracer = try OperationTracer.start(
      tracing: first,
      second,
      recordingTo: .file(path: path)
    )
    tracer.onStall(after: .milliseconds(50)) { report in
      reports.add(report)
      callback.pass()
    }
    first.addOperation(block("first") { gate.pass() })
    #expect(reports.next().stuck == ["first"])

    // Other operations are recorded, and the file has signs of life.
    second.addOperations([block("healthy") {}], waitUntilFinished: true)
    #expect(tracer.trace().operations.contains { $0.outcome == .succeeded })
    let before = Trace(try EventLog(path: path)).end
    while Trace(try EventLog(path: path)).end <= before { usleep(10_000) }

    second.addOperation(block("second") { gate.pass() })
    let watch = Reports()
    tracer.onStall(after: .milliseconds(50)) { watch.add($0) }
    // Another watch has reported it: this one has not, because its callback has not returned.
    while !watch.next().stuck.contains("second") {}
    #expect(reports.count == 0)
    callback.open()
    #expect(reports.next().stuck == ["second"])
    gate.open()
    first.waitUntilAllOperationsAreFinished()
    second.waitUntilAllOperationsAreFinished()
    tracer.stop()
  }

  @Test func aTracerThatIsReleasedReportsNoMore() throws {
    let queue = queue(0)
    let gate = Gate()
    let reports = Reports()
    weak var released: OperationTracer?
    do {
      let tracer = try OperationTracer.start(tracing: queue)
      tracer.onStall(after: .seconds(3_600)) { reports.add($0) }
      released = tracer
    }
    // The watch does not keep it alive.
    #expect(released == nil)
    queue.addOperation(block("stuck") { gate.pass() })
    gate.open()
    queue.waitUntilAllOperationsAreFinished()
    #expect(reports.count == 0)
  }
}

/// Reports in the order in which they came, for a test that waits for them.
private final class Reports: @unchecked Sendable {
  struct Entry {
    var report: StallReport
    var thread: String?

    var findings: [Finding] { report.findings }
    /// The names of the operations to fix.
    var stuck: [String] {
      findings.flatMap(\.operations).compactMap { report.trace[$0]?.displayName }
    }
  }

  // `entries` is only touched while `lock` is held.
  private let lock = NSLock()
  private var entries: [Entry] = []
  private let semaphore = DispatchSemaphore(value: 0)

  var count: Int { lock.withLock { entries.count } }

  func add(_ report: StallReport) {
    lock.withLock { entries.append(Entry(report: report, thread: Thread.current.name)) }
    semaphore.signal()
  }

  /// Waits for the next report and takes it.
  func next() -> Entry {
    semaphore.wait()
    return lock.withLock { entries.removeFirst() }
  }
}
