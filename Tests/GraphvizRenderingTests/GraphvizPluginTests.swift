#if os(Linux)
import Foundation
import GraphvizRendering
import Testing

// Graphviz reads its list of plugins once, from the folder that GVBINDIR names: each of these needs a fresh process.
@Suite struct GraphvizPluginTests {
  @Test func saysThatNoPluginsAreRegistered() async {
    await #expect(processExitsWith: .success) {
      let folder = try PluginFolder()
      defer { folder.remove() }
      for format in GraphvizFormat.allCases {
        guard case .unavailable(format, _) = Graphviz.problem(with: format) else {
          Issue.record("\(format) does not count as unavailable")
          continue
        }
      }
    }
  }

  @Test(.enabled(if: PluginFolder.system != nil))
  func seesPluginsThatWereRepaired() async {
    await #expect(processExitsWith: .success) {
      let folder = try PluginFolder()
      defer { folder.remove() }
      #expect(Graphviz.problem(with: .svg) != nil)
      try folder.fill()
      #expect(Graphviz.problem(with: .svg) == nil)
    }
  }

  @Test(.enabled(if: PluginFolder.system != nil))
  func saysThatOneFormatIsMissing() async {
    await #expect(processExitsWith: .success) {
      let folder = try PluginFolder()
      defer { folder.remove() }
      try folder.fill(leavingOut: "pango")
      #expect(Graphviz.problem(with: .svg) == nil)
      for format in [GraphvizFormat.png, .pdf] {
        guard case .unavailable(format, _) = Graphviz.problem(with: format) else {
          Issue.record("\(format) does not count as unavailable")
          continue
        }
      }
    }
  }

  @Test func printsNothing() async throws {
    let result = try #require(
      await #expect(
        processExitsWith: .success,
        observing: [\.standardErrorContent, \.standardOutputContent]
      ) {
        for sample in DOTSamples.unsound { _ = try? Graphviz.render(sample.text, as: .svg) }
        _ = try? Graphviz.render("digraph g { a [color=colourless] }", as: .png)
      }
    )
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self) == "")
    #expect(String(decoding: result.standardOutputContent, as: UTF8.self) == "")
  }
}

/// A folder of plugins of our own, used by this process from now on.
private struct PluginFolder {
  private let folder: URL

  /// The folder of the installed Graphviz; nil where it isn't where Debian puts it.
  static var system: URL? {
    ["x86_64", "aarch64"].map { URL(fileURLWithPath: "/usr/lib/\($0)-linux-gnu/graphviz") }
      .first { FileManager.default.fileExists(atPath: $0.appending(path: "config6a").path) }
  }

  /// Makes the folder, empty, and points Graphviz to it.
  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    setenv("GVBINDIR", folder.path, 1)
  }

  /// Registers the installed plugins, but for one library.
  func fill(leavingOut library: String? = nil) throws {
    let system = try #require(Self.system)
    for name in try FileManager.default.contentsOfDirectory(atPath: system.path)
    where name != "config6a" {
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: name),
        withDestinationURL: system.appending(path: name)
      )
    }
    let list = try String(contentsOf: system.appending(path: "config6a"), encoding: .utf8)
    // Each library's entry ends with a brace at the start of a line.
    var entries = list.split(separator: "\n}\n")
    if let library {
      let count = entries.count
      entries.removeAll { $0.contains("libgvplugin_\(library).so") }
      #expect(entries.count == count - 1)
    }
    let kept = entries.joined(separator: "\n}\n") + "\n}\n"
    try kept.write(to: folder.appending(path: "config6a"), atomically: true, encoding: .utf8)
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }
}
#endif
