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
        optrace: -o must be a file that ends in .svg, .png, .pdf, .dot or .mmd, or give --format, \
        not '\(name)'; see `optrace help graph`

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
    let run = CommandRun("graph", "-", "--all", "-o", folder.file("a.svg"), input: bytes)
    #expect(run.exitCode == .cantWrite)
    #expect(
      run.errors == """
        optrace: can't draw \(folder.path)/a.svg: 20,001 nodes and 0 edges are too many for \
        Graphviz (at most 20,000 and 40,000); fold it by --nodes 150, or write the graph as DOT \
        instead: -o \(folder.path)/a.dot

        """
    )
    #expect(try folder.names().isEmpty)
    let folded = CommandRun("graph", "-", "-o", folder.file("a.svg"), input: bytes)
    #expect(folded.exitCode == .success)
    #expect(folded.errors == "")
  }

  @Test(arguments: [
    (["--focus", "clas:x"], "there is no field 'clas'; did you mean class?"),
    (["--focus", "a and (b"], "this ( is never closed"),
    (["--only", "stuck"], "there is no kind 'stuck'; there are"),
    (["--queue", "nowhere"], "there is no queue 'nowhere'"),
    (["--depth", "2"], "say of what by --focus FILTER"),
    (["--depth", "x", "--focus", "a"], "--depth must be a number of edges"),
    (["--depth", "-1", "--focus", "a"], "--depth must be a number of edges"),
    (["--between", "1s", "soon"], "--between must be a moment"),
    (["--between", "end", "start"], "the second moment is before the first"),
    (["--between", "1s"], "--between needs a value"),
    (["--color-by", "colour"], "--color-by must be outcome, class, queue, time or slack"),
    (["--rankdir", "up"], "--rankdir must be LR or TB"),
    (["--format", "gif"], "--format must be svg, png, pdf, dot or mermaid"),
    (["--nodes", "0"], "--nodes must be a number from 1 on"),
    (["--nodes", "5", "--all"], "exclude one another"),
  ])
  func aMistakeInWhatToShowIsTold(options: [String], reason: String) {
    let run = CommandRun(words: ["graph", "-"] + options, input: log.fileBytes())
    #expect(run.exitCode == .usage)
    #expect(run.errors.contains(reason), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test
  func aMistakeInAFilterIsShownInItsPlace() {
    let run = CommandRun("graph", "-", "--focus", "a and clas:b", input: log.fileBytes())
    #expect(
      run.errors == """
        optrace: --focus: there is no field 'clas'; did you mean class?; see `optrace help graph`
          a and clas:b
                ^

        """
    )
  }

  @Test
  func whatIsLikeNothingIsTold() {
    let run = CommandRun("graph", "-", "--focus", "nobody", input: log.fileBytes())
    #expect(run.exitCode == .nothingSelected)
    #expect(run.errors == "optrace: no operation is like that: --focus nobody\n")
  }

  @Test(arguments: [
    (
      GraphvizError.timedOut(timeLimit: .seconds(1)),
      """
      Graphviz took too long to lay it out; fold it by --nodes 150, or write the graph as DOT \
      instead: -o dir.d/a.dot
      """
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
