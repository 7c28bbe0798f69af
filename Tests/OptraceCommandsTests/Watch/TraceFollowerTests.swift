import Foundation
import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering
import TraceTestSupport

@testable import OptraceCommands

struct TraceFollowerTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("run.optrace")
  }

  private var follower: TraceFollower {
    TraceFollower(path: path, settings: DiagnosisSettings(), charset: .unicode)
  }

  private func operations(_ outcome: TraceFollower.Outcome) -> Int? {
    if case .trace(let watched) = outcome { watched.trace.operations.count } else { nil }
  }

  private func words(_ outcome: TraceFollower.Outcome) -> String {
    if case .absent(let words) = outcome { words } else { "" }
  }

  private func isUnchanged(_ outcome: TraceFollower.Outcome) -> Bool {
    if case .unchanged = outcome { true } else { false }
  }

  @Test
  func aFileMayComeGrowBeCutAndBeReplaced() throws {
    var follower = follower
    let outcome1 = follower.look()
    #expect(words(outcome1).hasSuffix("run.optrace: it is not there yet"))
    _ = try folder.write([], to: "run.optrace")
    let outcome2 = follower.look()
    #expect(words(outcome2).hasSuffix("run.optrace: it is empty so far"))
    let bytes = TraceScript.healthyRun().log().fileBytes()
    _ = try folder.write(Array(bytes.prefix(5_000)), to: "run.optrace")
    let outcome3 = follower.look()
    #expect(operations(outcome3) != nil)
    _ = try folder.write(bytes, to: "run.optrace")
    let outcome4 = follower.look()
    #expect(operations(outcome4) == 4)
    let outcome5 = follower.look()
    #expect(isUnchanged(outcome5))
    _ = try folder.write(TraceScript.stuckRun().log(endMs: 500).fileBytes(), to: "other")
    try FileManager.default.removeItem(atPath: path)
    let outcome6 = follower.look()
    #expect(words(outcome6).contains("not there"))
    try FileManager.default.moveItem(atPath: folder.file("other"), toPath: path)
    let outcome7 = follower.look()
    #expect(operations(outcome7) == 3)
    _ = try folder.write(Array("something else, and long".utf8), to: "run.optrace")
    let outcome8 = follower.look()
    #expect(!words(outcome8).isEmpty)
  }

  @Test
  func whatIsNoTraceIsSaidToBeNone() throws {
    _ = try folder.write([UInt8](repeating: 7, count: 10_000), to: "run.optrace")
    var follower = follower
    let outcome9 = follower.look()
    #expect(words(outcome9).hasSuffix("is not a trace; give a .optrace file"))
  }

  @Test
  func aTraceThatWasNotStoppedIsOneOfAProgramThatIsGone() throws {
    let script = TraceScript.stuckRun()
    // No process has this number.
    script.header.processID = 4_000_000_000
    _ = try folder.write(script.log(endMs: 500).fileBytes(), to: "run.optrace")
    var follower = follower
    guard case .trace(let watched) = follower.look() else {
      Issue.record("there is a trace")
      return
    }
    #expect(watched.presence == .gone)
    #expect(watched.diagnosis.hasErrors)
    let outcome10 = follower.look()
    #expect(isUnchanged(outcome10))
  }

  #if os(Linux)
  /// Its last sign of life may be of just now.
  @Test
  func aProgramThatEndedAndIsOnlyRememberedIsGone() throws {
    let ended = try #require(EndedProcess())
    let script = TraceScript.stuckRun()
    script.header.processID = ended.number
    script.header.startedAtUnixNanoseconds = UInt64(Date().timeIntervalSince1970 * 1e9)
    _ = try folder.write(script.log(endMs: 500).fileBytes(), to: "run.optrace")
    var follower = follower
    guard case .trace(let watched) = follower.look() else {
      Issue.record("there is a trace")
      return
    }
    #expect(watched.presence == .gone)
  }

  @Test
  func aTraceThatAProcessHasMappedIsAlive() throws {
    let script = TraceScript.stuckRun()
    script.header.processID = UInt32(getpid())
    _ = try folder.write(script.log(endMs: 500).fileBytes(), to: "run.optrace")
    var unmapped = follower
    guard case .trace(let other) = unmapped.look() else {
      Issue.record("there is a trace")
      return
    }
    // A process of that number that does not write it is another one.
    #expect(other.presence == .gone)
    let descriptor = open(path, O_RDWR)
    defer { close(descriptor) }
    let address = mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    defer { munmap(address, 4_096) }
    var follower = follower
    guard case .trace(let watched) = follower.look() else {
      Issue.record("there is a trace")
      return
    }
    #expect(watched.presence == .alive)
    let outcome11 = follower.look()
    #expect(!isUnchanged(outcome11))
  }
  #endif

  @Test
  func aTraceThatIsTooLargeIsNotRead() throws {
    _ = try folder.write(TraceScript.healthyRun().log().fileBytes(), to: "run.optrace")
    // A hole takes no room on the disk.
    truncate(path, (TraceFollower.mostEvents + 1) * 32)
    var follower = follower
    guard case .over(let words) = follower.look() else {
      Issue.record("it is too large")
      return
    }
    #expect(words.hasSuffix("holds more than 8,000,000 events, too many to be watched"))
  }

  @Test
  func mappedFilesAreReadFromTheMap() {
    let maps = """
      7f0b04cc0000-7f0b04d00000 rw-s 00000000 fe:00 16367883                   /tmp/a b.optrace
      7f0b04cc0000-7f0b04d00000 rw-s 00040000 fe:00 16367883                   /tmp/a b.optrace
      7f0b04d00000-7f0b04e00000 r-xp 00000000 fe:00 1234                       /usr/lib/libc.so.6
      7f0b04e00000-7f0b04f00000 rw-p 00000000 00:00 0
      7f0b04f00000-7f0b05000000 rw-p 00000000 00:00 0                          [heap]
      7f0b05000000-7f0b05100000 rw-s 00000000 fe:00 99                         /tmp/c.optrace (deleted)
      garbage
      """
    #expect(ProcessTrace.mappedFiles(maps) == ["/tmp/a b.optrace", "/tmp/c.optrace (deleted)"])
  }
}
