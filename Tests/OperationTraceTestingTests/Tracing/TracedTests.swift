import Foundation
import OperationTraceTesting
import Synchronization
import Testing
import TraceTestSupport

/// What a body that is traced may do, and what becomes of one that hangs.
struct TracedTests {
  private struct Failed: Error {}

  /// Long enough for a body to come to where it hangs, also on a machine that is busy.
  private let limit = Duration.seconds(3)

  private func named(_ name: String, _ body: @escaping @Sendable () -> Void = {}) -> BlockOperation
  {
    let operation = BlockOperation(block: body)
    operation.name = name
    return operation
  }

  /// Adds operations and blocks until they have finished, as asynchronous code must not and does.
  private func run(_ operations: Operation..., on queue: OperationQueue) {
    queue.addOperations(operations, waitUntilFinished: true)
  }

  @Test
  func whatTheBodyDidIsInTheTrace() throws {
    let queue = OperationQueue()
    let trace = try traced(queue) {
      queue.addOperations([named("work")], waitUntilFinished: true)
    }
    expectFinished("work", in: trace)
    expectNoFindings(in: trace)
    #expect(trace.wasStopped)
    #expect(trace.operations.count == 1)
  }

  @Test
  func anAsynchronousBodyIsTracedToo() async throws {
    let queue = OperationQueue()
    let trace = try await traced(queue) {
      await Task.yield()
      run(named("work"), on: queue)
    }
    expectFinished("work", in: trace)
  }

  @Test
  func withoutAQueueAllAreTraced() throws {
    let trace = try traced {
      OperationQueue().addOperations([named("in a queue of its own")], waitUntilFinished: true)
    }
    expectFinished("in a queue of its own", in: trace)
  }

  @Test
  func theBodyBelongsToTheTest() async throws {
    let test = Test.current?.name
    #expect(test != nil)
    _ = try traced(OperationQueue()) { #expect(Test.current?.name == test) }
    _ = try await traced(OperationQueue()) {
      await Task.yield()
      #expect(Test.current?.name == test)
    }
  }

  @Test
  func whatTheBodyThrowsIsThrown() async {
    #expect(throws: Failed.self) { try traced(OperationQueue()) { throw Failed() } }
    await #expect(throws: Failed.self) {
      try await traced(OperationQueue()) {
        await Task.yield()
        throw Failed()
      }
    }
  }

  @Test
  func aBodyThatHangsFailsWithTheDiagnosis() throws {
    let queue = OperationQueue()
    queue.name = "images"
    let (one, other) = (named("fetch"), named("store"))
    one.addDependency(other)
    other.addDependency(one)
    let here = #_sourceLocation
    var thrown: TimeLimitExceeded?
    let recorded = try issues {
      do {
        _ = try traced(queue, timeLimit: limit) {
          queue.addOperations([one, other], waitUntilFinished: true)
        }
      } catch let error as TimeLimitExceeded {
        thrown = error
      }
    }
    try #require(recorded.count == 1)
    #expect(recorded[0].sentence == "The traced code has not ended after 3.00 s.")
    #expect(recorded[0].location?.line == here.line + 4)
    #expect(recorded[0].location?.fileID == here.fileID)
    for part in ["error: dependency-cycle", "  change  ", "\nimages  no limit", "STALLED"] {
      #expect(recorded[0].text.contains(part), "\(part)")
    }
    #expect(thrown?.description.hasPrefix("the traced code did not end within 3.00 s; ") == true)
    // The body is let go, as is its thread.
    one.removeDependency(other)
  }

  @Test
  func anAsynchronousBodyThatHangsFailsToo() async throws {
    let queue = OperationQueue()
    queue.isSuspended = true
    let recorded = await issues {
      await #expect(throws: TimeLimitExceeded.self) {
        try await traced(queue, timeLimit: limit) {
          await Task.yield()
          run(named("held"), on: queue)
        }
      }
    }
    #expect(recorded.map(\.sentence) == ["The traced code has not ended after 3.00 s."])
    #expect(recorded.first?.text.contains("error: queue-suspended") == true)
    queue.isSuspended = false
  }

  @Test
  func bodiesThatBlockKeepNobodyFromRunning() async throws {
    // More than there are threads for tasks: each waits until all of them have come.
    let count = ProcessInfo.processInfo.activeProcessorCount * 2 + 2
    let arrived = Mutex(0)
    let all = DispatchSemaphore(value: 0)
    let arrive: @Sendable () -> Void = {
      let isLast = arrived.withLock { number in
        number += 1
        return number == count
      }
      if isLast { for _ in 0..<count { all.signal() } }
      all.wait()
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask {
          _ = try await traced(OperationQueue()) {
            await Task.yield()
            arrive()
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test
  func aTestThatIsCancelledCancelsTheBody() async throws {
    let begun = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await traced(OperationQueue()) {
        begun.continuation.finish()
        while !Task.isCancelled { await Task.yield() }
        throw Failed()
      }
    }
    for await _ in begun.stream {}
    task.cancel()
    await #expect(throws: Failed.self) { try await task.value }
  }

  @MainActor
  @Test
  func theMainQueueGetsOnWhileAnAsynchronousTestWaits() async throws {
    let trace = try await traced(.main) {
      await Task.yield()
      run(named("on main"), on: .main)
    }
    expectOnMainThread("on main", in: trace)
  }
}
