import Foundation
import Testing
import TraceTestSupport

@Suite
struct GoldenFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("golden-\(UUID().uuidString)")

  private var file: GoldenFile {
    GoldenFile("text.txt", for: folder.appendingPathComponent("Some.swift").path)
  }

  @Test
  func `A file that is missing is an error that says how to record it`() throws {
    let error = #expect(throws: GoldenMismatch.self) { try file.expect("a", isRecording: false) }
    #expect(error?.description.contains("UPDATE_GOLDENS=1") == true)
  }

  @Test
  func `Recording writes the file and fails, and then the same text passes and another does not`()
    throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    let recorded = #expect(throws: GoldenMismatch.self) {
      try file.expect("one\ntwo\n", isRecording: true)
    }
    #expect(recorded?.description.contains("recorded") == true)
    try file.expect("one\ntwo\n", isRecording: false)
    let error = #expect(throws: GoldenMismatch.self) {
      try file.expect("one\n2\n", isRecording: false)
    }
    #expect(error?.description.contains("from line 2") == true)
    #expect(error?.description.contains("- two") == true)
  }

  @Test
  func `Texts that only look alike differ`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: GoldenMismatch.self) { try file.expect("\u{E9}", isRecording: true) }
    #expect(throws: GoldenMismatch.self) { try file.expect("e\u{301}", isRecording: false) }
  }
}
