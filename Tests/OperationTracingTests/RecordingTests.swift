import Foundation
import OperationObservation
import Synchronization
import Testing
import TraceEvents
import TraceRecording

/// What a recording says of itself while it goes on.
struct RecordingTests {
  /// A log goes up to the moment of the call, also while others write and it is read.
  @Test
  func aLogEndsWhenItWasAskedFor() throws {
    let queue = OperationQueue()
    let recording = try Recording(of: .queues([queue]), into: .memory, omitsNames: true)
    let isOver = Atomic(false)
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while !isOver.load(ordering: .relaxed) {
        recording.writeForBenchmark(count: 20)
        usleep(20)
      }
      ended.signal()
    }
    defer {
      isOver.store(true, ordering: .relaxed)
      ended.wait()
      recording.stop()
    }
    var (count, coincidences) = (0, 0)
    for _ in 0..<40 {
      let log = recording.log()
      guard let last = log.events.last else { continue }
      count += 1
      // An event may fall on the very nanosecond of the call; of many calls few have one.
      if last.instant == log.end { coincidences += 1 }
    }
    #expect(count > 0)
    #expect(coincidences < 10, "\(coincidences) of \(count)")
  }
}
