#if os(Linux)
import Foundation
import Testing
import TraceEvents

@testable import ThreadStacks

/// Where threads are that wait for something in every way.
struct ThreadStackReaderTests {
  @Test func namesTheLineThatWaitsForASemaphore() throws {
    let semaphore = DispatchSemaphore(value: 0)
    let line = #line + 1
    @Sendable func waitsForASemaphore() { semaphore.wait() }
    let thread = StuckThread { waitsForASemaphore() }
    let stack = try #require(thread.stack(in: ["futex"], reaching: "waitsForASemaphore"))
    semaphore.signal()
    thread.join()
    #expect(stack.systemCall == "futex")
    #expect(stack.isWhole, "\(stack.text)")
    let frame = try #require(stack.frames.first { $0.file != nil })
    #expect(frame.function?.hasPrefix("waitsForASemaphore") ?? false, "\(stack.text)")
    #expect(frame.file?.hasSuffix("ThreadStackReaderTests.swift") ?? false, "\(stack.text)")
    #expect(frame.line == line)
    #expect(frame.module?.contains("swift-operation-tracing") ?? false, "\(stack.text)")
    #expect(stack.frames.first?.offset != nil)
    #expect(
      stack.place?.hasSuffix("at ThreadStackReaderTests.swift:\(line)") ?? false,
      "\(stack.text)"
    )
  }

  @Test func findsEveryCallBetweenTheWaitAndTheThreadsBeginning() throws {
    let semaphore = DispatchSemaphore(value: 0)
    let thread = StuckThread { descends(5) { semaphore.wait() } }
    let stack = try #require(thread.stack(in: ["futex"], reaching: "descends"))
    semaphore.signal()
    thread.join()
    #expect(stack.count(of: "descends") == 6, "\(stack.text)")
    #expect(stack.isWhole, "\(stack.text)")
    #expect(stack.frames.contains { $0.function == "_dispatch_sema4_wait" }, "\(stack.text)")
  }

  @Test func saysThatALockIsWaitedFor() throws {
    let lock = NSLock()
    lock.lock()
    let thread = StuckThread {
      lock.lock()
      lock.unlock()
    }
    let stack = try #require(thread.stack(in: ["futex"], reaching: "saysThatALock"))
    lock.unlock()
    thread.join()
    #expect(stack.systemCall == "futex")
    #expect(stack.frames.contains { $0.function == "pthread_mutex_lock" }, "\(stack.text)")
    #expect(stack.isWhole, "\(stack.text)")
  }

  @Test func saysThatInputIsWaitedFor() throws {
    let pipe = Pipe()
    let thread = StuckThread { _ = readsOneByte(from: pipe.fileHandleForReading.fileDescriptor) }
    let stack = try #require(thread.stack(in: ["read"], reaching: "readsOneByte"))
    pipe.fileHandleForWriting.write(Data([1]))
    thread.join()
    #expect(stack.systemCall == "read")
    #expect(stack.frames.first?.function == "read", "\(stack.text)")
    #expect(stack.isWhole, "\(stack.text)")
  }

  /// What lies between the system call and the program's code saves no frame pointer here: the frame must be looked for.
  @Test func findsItsWayWithoutAFramePointer() throws {
    let pipe = Pipe()
    let thread = StuckThread { polls(pipe.fileHandleForReading.fileDescriptor, 5) }
    let stack = try #require(thread.stack(in: ["poll"], reaching: "polls"))
    pipe.fileHandleForWriting.write(Data([1]))
    thread.join()
    #expect(stack.count(of: "polls") == 6, "\(stack.text)")
    #expect(stack.isWhole, "\(stack.text)")
  }

  @Test func findsItsWayThroughTheStandardLibrary() throws {
    let semaphore = DispatchSemaphore(value: 0)
    let thread = StuckThread {
      _ = [2, 1].sorted { first, second in
        semaphore.wait()
        return first < second
      }
    }
    let stack = try #require(thread.stack(in: ["futex"], reaching: "sorted(by:)"))
    semaphore.signal()
    thread.join()
    #expect(stack.count(of: "findsItsWayThroughTheStandardLibrary") == 2, "\(stack.text)")
    #expect(stack.isWhole, "\(stack.text)")
  }

  @Test func findsItsWayThroughConditions() throws {
    let condition = NSCondition()
    let isOpen = Flag()
    let thread = StuckThread {
      condition.lock()
      while !isOpen.value { condition.wait() }
      condition.unlock()
    }
    let stack = try #require(thread.stack(in: ["futex"], reaching: "findsItsWayThroughConditions"))
    condition.lock()
    isOpen.value = true
    condition.broadcast()
    condition.unlock()
    thread.join()
    #expect(stack.frames.contains { $0.function == "pthread_cond_wait" }, "\(stack.text)")
    #expect(stack.isWhole, "\(stack.text)")
  }

  @Test func samplesAThreadThatComputes() throws {
    let isOver = Flag()
    let thread = StuckThread { spins(until: isOver) }
    var reader = ThreadStackReader()
    var stack: ThreadStack?
    for _ in 0..<100 {
      stack = reader.stack(of: thread.number)
      if let stack, stack.count(of: "spins(until:)") > 0 { break }
    }
    isOver.value = true
    thread.join()
    #expect(stack?.systemCall == nil)
    // Where performance events are forbidden, it is only known that it runs.
    guard let stack, !stack.frames.isEmpty else { return }
    #expect(stack.count(of: "spins(until:)") == 1, "\(stack.text)")
    #expect(stack.isWhole, "\(stack.text)")
    #expect(stack.count(of: "samplesAThreadThatComputes") == 1, "\(stack.text)")
  }

  @Test func hasNothingToSayOfAThreadThatIsNotThere() {
    var reader = ThreadStackReader()
    #expect(reader.stack(of: 0) == nil)
    #expect(reader.stack(of: .max) == nil)
  }
}

/// A flag for two threads.
final class Flag: @unchecked Sendable {
  // `isSet` is only touched while `lock` is held.
  private let lock = NSLock()
  private var isSet = false

  var value: Bool {
    get { lock.withLock { isSet } }
    set { lock.withLock { isSet = newValue } }
  }
}

@inline(never)
private func descends(_ depth: Int, _ body: () -> Void) {
  if depth == 0 { body() } else { descends(depth - 1, body) }
}

@inline(never)
private func polls(_ descriptor: Int32, _ depth: Int) {
  var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  if depth == 0 { poll(&wanted, 1, -1) } else { polls(descriptor, depth - 1) }
}

@inline(never)
private func readsOneByte(from descriptor: Int32) -> Int {
  var byte: UInt8 = 0
  return read(descriptor, &byte, 1)
}

@inline(never)
private func spins(until flag: Flag) {
  var number: UInt64 = 1
  while !flag.value {
    for _ in 0..<100_000 { number = number &* 6_364_136_223_846_793_005 &+ 1 }
  }
}

extension ThreadStack {
  /// Whether the outermost call is the one that `StuckThread` makes.
  fileprivate var isWhole: Bool {
    frames.last?.function?.contains("in StuckThread.init") ?? false
  }

  fileprivate func count(of function: String) -> Int {
    frames.count { $0.function?.contains(function) ?? false }
  }
}
#endif
