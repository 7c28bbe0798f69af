#if os(Linux)
import Foundation
import Testing
import TraceEvents

@testable import ThreadStacks

/// A thread whose stack is read does not notice: no call of the system ends early or fails.
struct UndisturbedThreadTests {
  /// Reads the thread's stack over and over until `body` has come to its end on it; returns how often it was blocked then.
  private func read(while body: @escaping @Sendable () -> Void) -> Int {
    let isOver = Flag()
    let thread = StuckThread {
      body()
      isOver.value = true
    }
    var reader = ThreadStackReader()
    var blocked = 0
    while !isOver.value {
      if reader.stack(of: thread.number)?.systemCall != nil { blocked += 1 }
    }
    thread.join()
    return blocked
  }

  private func expectUndisturbed(_ call: @escaping @Sendable () -> Bool) {
    let failures = Counter()
    let blocked = read {
      for _ in 0..<100 where !call() { failures.increment() }
    }
    #expect(failures.value == 0)
    #expect(blocked > 0)
  }

  @Test func sleepIsNotInterrupted() {
    expectUndisturbed {
      var time = timespec(tv_sec: 0, tv_nsec: 2_000_000)
      return nanosleep(&time, nil) == 0
    }
  }

  @Test func pollIsNotInterrupted() {
    expectUndisturbed { poll(nil, 0, 2) == 0 }
  }

  @Test func waitingForASemaphoreIsNotInterrupted() throws {
    let semaphore = Semaphore()
    let feeder = Thread {
      for _ in 0..<100 {
        usleep(2_000)
        semaphore.post()
      }
    }
    feeder.start()
    expectUndisturbed { semaphore.wait() == 0 }
  }

  @Test func readIsNotInterrupted() throws {
    let pipe = Pipe()
    let (source, target) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
    let feeder = Thread {
      for _ in 0..<100 {
        usleep(2_000)
        target.write(Data([1]))
      }
    }
    feeder.start()
    expectUndisturbed {
      var byte: UInt8 = 0
      return Foundation.read(source.fileDescriptor, &byte, 1) == 1
    }
  }
}

/// The system's own semaphore, whose wait a signal would end.
private final class Semaphore: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit { semaphore.deallocate() }

  func wait() -> Int32 { sem_wait(semaphore) }

  func post() { sem_post(semaphore) }
}

private final class Counter: @unchecked Sendable {
  // `count` is only touched while `lock` is held.
  private let lock = NSLock()
  private var count = 0

  var value: Int { lock.withLock { count } }

  func increment() { lock.withLock { count += 1 } }
}
#endif
