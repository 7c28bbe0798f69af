import Testing
import TraceEvents
import TraceTestSupport

struct TraceFileImageTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("run.optrace")
  }

  /// A recording that keeps its most recent part has its full size from the beginning.
  @Test
  func whatIsReservedAndNotUsedIsNotRead() throws {
    let log = TraceScript.longRun(operations: 300).log()
    try #require(BoundedFile.write(log, size: 256 << 20, to: path))
    let image = try #require(try TraceFileImage.read(path: path, holdingAtMost: 4 << 20))
    #expect(image.bytes.count == 256 << 20)
    #expect((40_000..<log.fileBytes().count).contains(image.heldSize))
    let read = try EventLog(image)
    #expect(read.events == (try EventLog(bytes: log.fileBytes())).events)
    #expect(read.problems.isEmpty)
    #expect(read.horizon == nil)
  }

  @Test
  func whatHoldsTooMuchIsNot() throws {
    let log = TraceScript.longRun(operations: 300).log()
    try #require(BoundedFile.write(log, size: 1 << 20, to: path))
    #expect(try TraceFileImage.read(path: path, holdingAtMost: 10_000) == nil)
    let bytes = log.fileBytes()
    let whole = try folder.write(bytes, to: "whole.optrace")
    #expect(try TraceFileImage.read(path: whole, holdingAtMost: bytes.count - 1) == nil)
    #expect(try TraceFileImage.read(path: whole, holdingAtMost: bytes.count) != nil)
  }

  @Test
  func anOrdinaryFileIsReadWhole() throws {
    let log = TraceScript.healthyRun().log()
    let path = try folder.write(log.fileBytes(), to: "whole.optrace")
    let image = try #require(try TraceFileImage.read(path: path))
    #expect(Array(image.bytes) == log.fileBytes())
    #expect(image.heldSize == log.fileBytes().count)
    #expect(try EventLog(image) == (try EventLog(path: path)))
    #expect(TraceHeader(path: path) == log.header)
  }

  @Test
  func whatIsNoTraceIsNone() throws {
    #expect(throws: TraceFileError.self) { try TraceFileImage.read(path: path) }
    #expect(throws: TraceFileError.self) { try TraceFileImage.read(path: folder.path) }
    for bytes in [[], Array("hello".utf8), [UInt8](repeating: 7, count: 10_000)] {
      let path = try folder.write(bytes, to: "other")
      let image = try #require(try TraceFileImage.read(path: path))
      #expect(throws: TraceFileError.notATrace) { try EventLog(image) }
      #expect(TraceHeader(path: path) == nil)
    }
  }
}
