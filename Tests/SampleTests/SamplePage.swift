import Foundation

/// What the page of a sample shows of a run.
struct SamplePage {
  /// The command whose output it shows, as the page says it.
  let command: String?
  /// The rules of the findings that it shows, in their order.
  let rules: [String]
  /// Whether the graph that it shows is there.
  let hasGraph: Bool

  /// Reads the page of a sample.
  init(_ name: String) throws {
    let folder = SampleIndex.folder.appendingPathComponent(name)
    let page = try String(contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let block = lines.drop { $0 != "```console" }.dropFirst().prefix { $0 != "```" }
    command = block.first
    rules = block.compactMap { line in
      let words = line.split(separator: " ")
      guard ["error:", "warning:"].contains(words.first), words.count > 1 else { return nil }
      return String(words[1])
    }
    hasGraph =
      lines.contains("![The graph of a run](graph.svg)")
      && FileManager.default.fileExists(atPath: folder.appendingPathComponent("graph.svg").path)
  }
}

/// The page that lists the samples.
enum SampleIndex {
  /// The folder of the samples.
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("samples")

  /// The samples that the page links to.
  static func linked() throws -> Set<String> {
    let page = try String(contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)
    return Set(page.matches(of: /\]\(([a-z-]+)\/README\.md\)/).map { String($0.output.1) })
  }

  /// The samples that have a page.
  static func withPage() throws -> Set<String> {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return Set(
      names.filter { name in
        FileManager.default.fileExists(
          atPath: folder.appendingPathComponent("\(name)/README.md").path
        )
      }
    )
  }
}
