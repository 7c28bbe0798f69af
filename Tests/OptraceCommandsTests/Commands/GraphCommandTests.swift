import Foundation
import GraphvizRendering
import Testing
import TraceAnalysis
import TraceModel
import TraceRendering
import TraceTestSupport

@testable import OptraceCommands

struct GraphCommandTests {
  private let log = TraceScript.stuckRun().log(endMs: 500)

  private func dot() -> String {
    let trace = Trace(log)
    return trace.dot(diagnosis: trace.diagnosis(), criticalPath: trace.criticalPath)
  }

  @Test
  func withoutAnOutputTheGraphGoesToStandardOutput() {
    for run in [
      CommandRun("graph", "-", input: log.fileBytes()),
      CommandRun("graph", "-", "-o", "-", input: log.fileBytes()),
    ] {
      #expect(run.exitCode == .success)
      #expect(run.output == dot())
      #expect(run.errors.isEmpty)
    }
  }

  @Test(arguments: ["out.dot", "out.gv", "OUT.DOT"])
  func dotIsWrittenAsItIs(name: String) throws {
    let folder = try TemporaryFolder()
    let run = CommandRun("graph", "-", "-o", folder.file(name), input: log.fileBytes())
    #expect(run.exitCode == .success)
    #expect(run.output.isEmpty)
    #expect(String(decoding: try folder.read(name), as: UTF8.self) == dot())
  }

  @Test(arguments: [("out.png", "\u{89}PNG"), ("out.pdf", "%PDF-"), ("out.PNG", "\u{89}PNG")])
  func picturesAreDrawn(name: String, beginning: String) throws {
    let folder = try TemporaryFolder()
    let run = CommandRun("graph", "-", "--output", folder.file(name), input: log.fileBytes())
    #expect(run.exitCode == .success)
    #expect(run.errors.isEmpty)
    let expected = beginning.unicodeScalars.map { UInt8($0.value) }
    #expect(try folder.read(name).starts(with: expected))
    #expect(try folder.names() == [name])
  }

  @Test
  func anSVGHasWordsAndADarkMode() throws {
    let folder = try TemporaryFolder()
    let run = CommandRun("graph", "-", "-o\(folder.file("out.svg"))", input: log.fileBytes())
    #expect(run.exitCode == .success)
    let svg = String(decoding: try folder.read("out.svg"), as: UTF8.self)
    #expect(svg.contains("<title id=\"picture-title\">stuck</title>"))
    #expect(svg.contains("<desc id=\"picture-summary\">3 operations in 1 queue"))
    #expect(svg.contains("prefers-color-scheme:dark"))
    #expect(svg.contains("id=\"op_1\""))
    #expect(svg.hasSuffix("</svg>\n"))
  }

  @Test(arguments: ["out", "out.jpeg", ".svg.", "dir.svg/out", "out.optrace"])
  func theEndingMustNameAFormat(name: String) {
    let run = CommandRun("graph", "-", "-o", name, input: log.fileBytes())
    #expect(run.exitCode == .usage)
    #expect(
      run.errors == """
        optrace: -o must be a file that ends in .svg, .png, .pdf or .dot, not '\(name)'; see \
        `optrace help graph`

        """
    )
  }

  @Test
  func anOutputThatCantBeWrittenIsToldWithTheSystemsWords() throws {
    let folder = try TemporaryFolder()
    for ending in ["dot", "svg"] {
      let path = folder.file("missing/out.\(ending)")
      let run = CommandRun("graph", "-", "-o", path, input: log.fileBytes())
      #expect(run.exitCode == .cantWrite)
      #expect(
        run.errors == """
          optrace: can't write \(path): No such file or directory; make the folder first: mkdir -p \
          \(folder.path)/missing

          """
      )
    }
  }

  @Test
  func whatIsTooLargeToDrawIsTold() throws {
    let script = TraceScript()
    let queue = script.queue("many")
    for _ in 0..<20_001 { script.at(ms: 1).enqueue(script.operation(), on: queue) }
    let bytes = script.log().fileBytes()
    let folder = try TemporaryFolder()
    let run = CommandRun("graph", "-", "-o", folder.file("a.svg"), input: bytes)
    #expect(run.exitCode == .cantWrite)
    #expect(
      run.errors == """
        optrace: can't draw \(folder.path)/a.svg: 20,001 operations and 0 edges are too many for \
        Graphviz (at most 20,000 and 40,000); write the graph as DOT instead: -o \(folder.path)/a.dot

        """
    )
    #expect(try folder.names().isEmpty)
  }

  @Test(arguments: [
    (
      GraphvizError.timedOut(timeLimit: .seconds(1)),
      "Graphviz took too long to lay it out; write the graph as DOT instead: -o dir.d/a.dot"
    ),
    (
      .drawing(messages: [GraphvizMessage(level: .error, text: "no\nfont")]),
      "Graphviz could not draw this graph as it asks for. Graphviz says: no font"
    ),
  ])
  func whatGraphvizSaysIsTold(error: GraphvizError, words: String) {
    let failure = GraphPicture.failure(error, path: "dir.d/a.svg")
    #expect(failure.exitCode == .cantWrite)
    #expect(failure.message == "can't draw dir.d/a.svg: \(words)")
  }
}
