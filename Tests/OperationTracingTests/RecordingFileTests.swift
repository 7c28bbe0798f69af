import Foundation
import OperationTracing
import Testing
import TraceTestSupport
import TracingScenarios

/// Recordings in files: the same as in memory, read while they grow, and clear errors where they can't be.
struct RecordingFileTests {
  private func run(_ count: Int, recordingTo path: String) throws -> Trace {
    let queue = OperationQueue()
    queue.name = "file"
    queue.maxConcurrentOperationCount = 1
    let tracer = try OperationTracer.start(tracing: queue, recordingTo: .file(path: path))
    for number in 0..<count {
      let operation = BlockOperation {}
      operation.name = "operation \(number)"
      queue.addOperation(operation)
    }
    queue.waitUntilAllOperationsAreFinished()
    tracer.stop()
    return tracer.trace()
  }

  @Test
  func aFileHoldsWhatTheTracerSays() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("run.optrace")
    let trace = try run(20_000, recordingTo: path)
    #expect(trace.operations.count == 20_000)
    let read = Trace(try EventLog(path: path))
    #expect(read.log == trace.log)
    #expect(read.wasStopped)
    #expect(read.header.processID == UInt32(ProcessInfo.processInfo.processIdentifier))
  }

  @Test
  func aFileIsReadWhileItGrows() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("growing.optrace")
    let queue = OperationQueue()
    let tracer = try OperationTracer.start(tracing: queue, recordingTo: .file(path: path))
    let gate = Gate()
    let started = DispatchSemaphore(value: 0)
    queue.addOperation {
      started.signal()
      gate.pass()
    }
    started.wait()
    let during = Trace(try EventLog(path: path))
    #expect(during.operations.count == 1)
    #expect(during.operations.first?.isExecuting == true)
    #expect(!during.wasStopped)
    gate.open()
    queue.waitUntilAllOperationsAreFinished()
    tracer.stop()
    #expect(Trace(try EventLog(path: path)).operations.first?.outcome == .succeeded)
  }

  @Test
  func aSecondRecordingDoesNotCutTheFirst() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("same.optrace")
    let queue = OperationQueue()
    let first = try OperationTracer.start(tracing: queue, recordingTo: .file(path: path))
    let second = try OperationTracer.start(tracing: queue, recordingTo: .file(path: path))
    for _ in 0..<50_000 { queue.addOperation {} }
    queue.waitUntilAllOperationsAreFinished()
    first.stop()
    second.stop()
    #expect(first.trace().operations.count == 50_000)
    #expect(Trace(try EventLog(path: path)).operations.count == 50_000)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["same.optrace"])
  }

  @Test(arguments: [
    ("no such folder/run.optrace", ENOENT), (".", EISDIR), ("a file/run.optrace", ENOTDIR),
  ])
  func aPathThatCannotBeWrittenIsAClearError(name: String, number: Int32) throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(fileURLWithPath: folder.file("a file")))
    let path = folder.file(name)
    let error = #expect(throws: RecordingError.self) {
      _ = try OperationTracer.start(recordingTo: .file(path: path))
    }
    #expect(error == .file(path: path, errno: number))
    #expect(error?.description.contains(path) == true)
  }

  @Test
  func aChildOfForkLeavesTheRecordingAlone() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("forked.optrace")
    let program = TestProgram("tracing-fork", [], environment: ["OPTRACE_FILE": path])
    #expect(try program.run() == 0)
    let trace = Trace(try EventLog(path: path))
    #expect(trace.operations.count == 20_000)
    #expect(trace.operations.allSatisfy { $0.outcome == .succeeded })
    #expect(trace.wasStopped)
  }

  @Test
  func aFullDiskEndsTheRecordingAndNotTheProgram() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("full.optrace")
    // The limit on file sizes stands for a full disk: it needs no disk.
    let program = TestProgram("tracing-stress", [path, "20000", "8"])
    let shell = TestProgram("", [])
    shell.process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let command =
      [try #require(program.process.executableURL?.path)]
      + (program.process.arguments ?? [])
    shell.process.arguments =
      [
        "-c", "ulimit -f 1024; exec \"$@\"", "sh",
      ] + command
    let errors = Pipe()
    shell.process.standardError = errors
    #expect(try shell.run() == 0)
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(said.contains("recording into \(path) ended"))
    #expect(said.split(separator: "\n").count == 1)

    let log = try EventLog(path: path)
    #expect(log.problems.count == 1)
    #expect(log.problems.first?.message.contains("disk was full") == true)
    #expect(Trace(log).operations.count > 100)
  }
}
