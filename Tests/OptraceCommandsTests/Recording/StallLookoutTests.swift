#if os(Linux)
import Foundation
import Synchronization
import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@testable import OptraceCommands

/// Looks for stalls from outside, by the file alone.
@Suite(.timeLimit(.minutes(2)))
struct StallLookoutTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("run.optrace")
  }

  /// The first thing that a lookout for this process has to say.
  private func news() -> StallLookout.News? {
    let told = DispatchSemaphore(value: 0)
    let first = Mutex<StallLookout.News?>(nil)
    let lookout = StallLookout(
      path: path,
      process: getpid(),
      after: .milliseconds(100),
      settings: DiagnosisSettings()
    ) { news in
      first.withLock { $0 = $0 ?? news }
      told.signal()
    }
    told.wait()
    lookout.stop()
    return first.withLock { $0 }
  }

  /// A size that was asked for is no size of what is there.
  @Test
  func aLargeBoundIsNoLargeTrace() throws {
    let script = TraceScript.stuckRun()
    script.header.processID = UInt32(getpid())
    let isWritten = BoundedFile.write(script.log(endMs: 2_000), size: 600 << 20, to: path)
    try #require(isWritten)
    guard case .stalls(let findings, _) = news() else {
      Issue.record("there is a stall")
      return
    }
    #expect(findings.map(\.rule) == ["dependency-cycle"])
  }

  /// A long recording is looked at like a short one, and what is found in it is the same.
  @Test
  func aLongRecordingIsLookedAt() throws {
    let script = TraceScript.longRun(operations: StallLookout.recentEvents / 5)
    script.header.processID = UInt32(getpid())
    let log = script.log(endMs: 60_000)
    #expect(log.events.count > StallLookout.recentEvents)
    _ = try folder.write(log.fileBytes(), to: "run.optrace")
    guard case .stalls(let findings, let trace) = news() else {
      Issue.record("there is a stall")
      return
    }
    #expect(findings.map(\.rule) == ["dependency-cycle"])
    #expect(trace.log.events.count < log.events.count)
  }

  @Test
  func whatHoldsTooMuchIsSaidToDoSo() throws {
    let script = TraceScript.stuckRun()
    script.header.processID = UInt32(getpid())
    _ = try folder.write(script.log(endMs: 2_000).fileBytes(), to: "run.optrace")
    // A hole takes no room on the disk.
    truncate(path, StallLookout.mostBytes + 4_096)
    guard case .tooLarge = news() else {
      Issue.record("it is too large")
      return
    }
  }
}
#endif
