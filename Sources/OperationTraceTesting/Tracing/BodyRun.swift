import Foundation
import Synchronization
import TraceAnalysis

/// A piece of code that runs on threads of its own, and that its caller need not wait for to the end.
final class BodyRun: Sendable {
  /// How it ended; nil while it runs.
  private let result = Mutex<Result<Void, any Error>?>(nil)
  private let ended = DispatchSemaphore(value: 0)
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// Begins to run; what is local to the calling task, such as the current test, is so to the body.
  init(_ body: sending @escaping () async throws -> Void) {
    let task = Task(executorPreference: ThreadExecutor.shared) { [self] in
      do {
        try await body()
        end(with: .success(()))
      } catch {
        end(with: .failure(error))
      }
    }
    self.task.withLock { $0 = task }
  }

  private func end(with result: Result<Void, any Error>) {
    self.result.withLock { $0 = result }
    ended.signal()
    // The main thread may be waiting in its run loop.
    DispatchQueue.main.async {}
  }

  /// Waits for the end; nil when it does not come in time.
  func wait(_ timeLimit: Duration) -> Result<Void, any Error>? {
    let deadline = DispatchTime.now() + .nanoseconds(Int(clamping: timeLimit.nanoseconds))
    if Thread.isMainThread {
      waitInRunLoop(until: deadline)
    } else {
      _ = ended.wait(timeout: deadline)
    }
    return result.withLock { $0 }
  }

  private func waitInRunLoop(until deadline: DispatchTime) {
    while ended.wait(timeout: .now()) == .timedOut {
      let now = DispatchTime.now()
      guard now < deadline else { return }
      let left = Double(deadline.uptimeNanoseconds - now.uptimeNanoseconds) / 1e9
      let slice = Date(timeIntervalSinceNow: min(left, 0.1))
      // Where the run loop has nothing to wait for it returns at once: then this is a wait in small steps.
      guard !RunLoop.current.run(mode: .default, before: slice) else { continue }
      if ended.wait(timeout: now + .milliseconds(1)) == .success { return }
    }
  }

  /// The end, when it comes in time; the caller's thread is free meanwhile.
  nonisolated(nonsending) func end(within timeLimit: Duration) async -> Result<Void, any Error>? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { [self] in continuation.resume(returning: wait(timeLimit)) }
      }
    } onCancel: {
      task.withLock { $0?.cancel() }
    }
  }
}
