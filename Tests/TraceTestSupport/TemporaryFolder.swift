import Foundation

/// A folder that goes away with the test.
package final class TemporaryFolder {
  /// Its path, without a slash at the end.
  package let path: String

  /// Makes an empty folder.
  package init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("optrace-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in it.
  package func file(_ name: String) -> String {
    "\(path)/\(name)"
  }

  /// Writes a file in it; returns its path.
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// The bytes of a file in it.
  package func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }

  /// The names of what is in it, in order.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
