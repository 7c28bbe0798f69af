import Foundation
import Testing
import TraceTestSupport

/// The README says what is so: its program is one that is built, and its outputs are what the commands print.
struct ReadmeTests {
  /// A fenced block of the README.
  struct Block: Sendable {
    var language: String
    var lines: [String]
  }

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let readme =
    (try? String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)) ?? ""

  private static let blocks: [Block] = {
    var blocks: [Block] = []
    var open: Block?
    for line in readme.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let block = open, line == "```" {
        blocks.append(block)
        open = nil
      } else if open != nil {
        open?.lines.append(line)
      } else if line.hasPrefix("```") {
        open = Block(language: String(line.dropFirst(3)), lines: [])
      }
    }
    return blocks
  }()

  @Test
  func theFirstProgramIsTheSample() throws {
    let sample = try String(
      contentsOf: Self.root.appendingPathComponent("samples/ten-lines/main.swift"),
      encoding: .utf8
    )
    let shown = try #require(Self.blocks.first { $0.language == "swift" })
    #expect(shown.lines.joined(separator: "\n") + "\n" == sample)
  }

  @Test
  func theTestIsOneThatRuns() throws {
    let path = "Tests/OperationTraceTestingTests/ImportTests.swift"
    let test = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    let shown = Self.blocks.filter { $0.lines.contains("import OperationTraceTesting") }
    #expect(shown.map { $0.lines.joined(separator: "\n") + "\n" } == [test])
  }

  @Test(arguments: blocks.filter { $0.language == "console" }.map(\.lines))
  func outputIsWhatTheCommandPrints(lines: [String]) throws {
    let command = try #require(lines.first).split(separator: " ").map(String.init)
    try #require(command.prefix(2) == ["$", "optrace"])
    let program = TestProgram(
      "optrace",
      Array(command.dropFirst(2)),
      environment: ["COLUMNS": "100", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"]
    )
    program.process.currentDirectoryURL = Self.root
    let printed = try program.output().text
    #expect(printed == lines.dropFirst().joined(separator: "\n") + "\n")
  }

  @Test
  func thereAreOutputs() {
    #expect(Self.blocks.contains { $0.language == "console" })
  }

  /// Every relative link and every script that the page names is there.
  @Test
  func whatItPointsToIsThere() throws {
    let links = Self.readme.matches(of: /\]\(([^)#:]+)\)/).map { String($0.output.1) }
    let scripts = Self.readme.matches(of: /(scripts\/[a-z-]+|Benchmarks\/run)/)
      .map { String($0.output.1) }
    #expect(links.count > 2)
    for path in links + scripts {
      let url = Self.root.appendingPathComponent(path)
      #expect(FileManager.default.fileExists(atPath: url.path), "\(path)")
    }
  }
}
