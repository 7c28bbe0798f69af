package import Foundation

/// A file that holds what a test expects, to be read by people when it changes.
///
/// With `UPDATE_GOLDENS=1` in the environment the files are written instead of compared, and every such test fails and says
/// so: recording can't pass for testing.
package struct GoldenFile: Sendable {
  private let url: URL

  /// The file of that name in the folder `Golden` of the test target that the source file belongs to.
  package init(_ name: String, for sourceFile: String = #filePath) {
    let folder = URL(fileURLWithPath: sourceFile).deletingLastPathComponent()
    var target = folder
    while !target.lastPathComponent.hasSuffix("Tests"), target.pathComponents.count > 1 {
      target.deleteLastPathComponent()
    }
    if target.pathComponents.count <= 1 { target = folder }
    url = target.appendingPathComponent("Golden").appendingPathComponent(name)
  }

  /// The file at a path, for a page that is made by a test.
  package init(at url: URL) {
    self.url = url
  }

  /// Compares a text with the file, byte for byte; throws when they differ, there is no such file, or it was recorded.
  package func expect(_ text: String) throws {
    try expect(
      text,
      isRecording: ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"
    )
  }

  /// Compares or records, for the tests of this type.
  package func expect(_ text: String, isRecording: Bool) throws {
    let expected = try? String(contentsOf: url, encoding: .utf8)
    if isRecording {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: url)
      throw GoldenMismatch(
        "recorded \(url.lastPathComponent): look at it, then run without UPDATE_GOLDENS"
      )
    }
    guard let expected else {
      throw GoldenMismatch("there is no \(url.path); record it with UPDATE_GOLDENS=1")
    }
    // Swift compares strings by canonical equivalence, and a golden file by bytes.
    guard !expected.utf8.elementsEqual(text.utf8) else { return }
    throw GoldenMismatch("\(url.lastPathComponent) differs\n\(Self.difference(expected, text))")
  }

  /// The first lines that differ, with what stands before them.
  private static func difference(_ expected: String, _ actual: String) -> String {
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let same = zip(old, new).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    var lines = ["from line \(same + 1) on (- expected, + actual):"]
    lines += old[max(0, same - 2)..<same].map { "  \($0)" }
    lines += old.dropFirst(same).prefix(8).map { "- \($0)" }
    lines += new.dropFirst(same).prefix(8).map { "+ \($0)" }
    return lines.joined(separator: "\n")
  }
}

/// A text that is not what its golden file says.
package struct GoldenMismatch: Error, CustomStringConvertible {
  /// What differs, or that it was recorded.
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
