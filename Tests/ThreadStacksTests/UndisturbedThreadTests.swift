#if os(Linux)
import Foundation
import Testing
import TraceEvents

@testable import ThreadStacks

/// A thread whose stack is read does not notice: no call of the system ends early or fails.
struct UndisturbedThreadTests {
  /// Makes a call over and over on a thread, and reads that thread's stack a hundred times while it is blocked in it.
  ///
  /// - Parameters:
  ///   - feed: Lets one call come to its end; is called every two milliseconds on another thread.
  ///   - call: The call; returns whether it did what it should.
  private func expectUndisturbed(
    feed: (@Sendable () -> Void)? = nil,
    _ call: @escaping @Sendable () -> Bool
  ) {
    let (isEnough, isOver) = (Flag(), Flag())
    let failures = Counter()
    let thread = StuckThread {
      while !isEnough.value {
        if !call() { failures.increment() }
      }
      isOver.value = true
    }
    if let feed {
      Thread.detachNewThread {
        while !isOver.value {
          usleep(2_000)
          feed()
        }
      }
    }
    var reader = ThreadStackReader()
    var blocked = 0
    while blocked < 100 {
      if reader.stack(of: thread.number)?.systemCall != nil { blocked += 1 }
    }
    isEnough.value = true
    thread.join()
    #expect(failures.value == 0)
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
    expectUndisturbed(feed: { semaphore.post() }) { semaphore.wait() == 0 }
  }

  @Test func readIsNotInterrupted() throws {
    let pipe = Pipe()
    expectUndisturbed(feed: { pipe.fileHandleForWriting.write(Data([1])) }) {
      var byte: UInt8 = 0
      return read(pipe.fileHandleForReading.fileDescriptor, &byte, 1) == 1
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
