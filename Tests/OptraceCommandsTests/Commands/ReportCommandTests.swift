import Foundation
import OptraceCommands
import Testing
import TraceTestSupport

struct ReportCommandTests {
  private let bytes = TraceScript.stuckRun().log(endMs: 20_000).fileBytes()

  @Test
  func `A page goes to a file, with verdict, data and graph`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("report.html")
    let run = CommandRun("report", "-", "-o", path, input: bytes)
    #expect(run.exitCode == .success)
    #expect(run.output.isEmpty && run.errors.isEmpty)
    let page = try String(contentsOfFile: path, encoding: .utf8)
    #expect(page.hasPrefix("<!DOCTYPE html>"))
    #expect(page.contains("dependency-cycle"))
    #expect(page.contains("id=\"op_1\""))
  }

  @Test
  func `A pipe gets the page, a terminal what to do instead`() {
    let piped = CommandRun("report", "-", input: bytes)
    #expect(piped.exitCode == .success)
    #expect(piped.output.hasSuffix("</html>\n"))
    let shown = CommandRun("report", "-", input: bytes, terminal: .init(columns: 80))
    #expect(shown.exitCode == .usage)
    #expect(shown.output.isEmpty)
    #expect(shown.errors.contains("-o report.html"))
  }

  @Test
  func `It is narrowed as every view is, and folds as it is told to`() {
    let narrowed = CommandRun("report", "-", "--focus", "fetch", input: bytes)
    #expect(narrowed.output.contains("shows 1 of 3 operations: --focus fetch"))
    #expect(!narrowed.output.contains("id=\"op_2\""))
    let folded = CommandRun("report", "-", "--nodes", "1", input: bytes)
    #expect(folded.output.contains("id=\"group_1\""))
    let none = CommandRun("report", "-", "--focus", "nobody", input: bytes)
    #expect(none.exitCode == .nothingSelected)
    let wrong = CommandRun("report", "-", "--nodes", "none", input: bytes)
    #expect(wrong.exitCode == .usage)
    #expect(wrong.errors.contains("--nodes"))
  }

  @Test(arguments: [
    (
      "z.svg",
      "z.html; or draw a picture: `optrace graph` or `optrace timeline`, with -o "
    ),
    ("z.PNG", "-o FOLDER/z.html; or draw a picture: `optrace graph`, with -o FOLDER/z.PNG"),
    ("a.b.pdf", "-o FOLDER/a.b.html; or draw"),
    ("z.dot", "; or draw"), ("z.json", "-o FOLDER/z.html\n"), ("z.optrace", "-o FOLDER/z.html\n"),
    ("z.txt", "-o FOLDER/z.html\n"),
  ])
  func `A page does not go into a file of another kind`(name: String, advice: String) throws {
    let folder = try TemporaryFolder()
    let run = CommandRun("report", "-", "-o", folder.file(name), input: bytes)
    #expect(run.exitCode == .usage)
    #expect(run.errorLines.count == 1)
    let errors = run.errors.replacing(folder.path, with: "FOLDER")
    #expect(errors.hasPrefix("optrace: a report is a page in HTML, which no ."))
    #expect(errors.contains(advice))
    #expect(!FileManager.default.fileExists(atPath: folder.file(name)))
  }

  @Test(arguments: ["z", "z.html", "z.HTM", "run-1.2", "z.tmp", ".svg/z"])
  func `Every other name is a page's`(name: String) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file(".svg"),
      withIntermediateDirectories: true
    )
    let run = CommandRun("report", "-", "-o", folder.file(name), input: bytes)
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(FileManager.default.fileExists(atPath: folder.file(name)))
  }

  @Test
  func `The trace is not written over`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "run.optrace")
    let run = CommandRun("report", path, "-o", path)
    #expect(run.exitCode == .usage)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(bytes))
  }

  @Test(arguments: [
    "healthy stuck", "--before healthy healthy --after stuck stuck", "- stuck",
    "--after stuck --before -",
  ])
  func `Of two runs or more it says what changed`(line: String) throws {
    let folder = try TemporaryFolder()
    let healthy = TraceScript.healthyRun().log().fileBytes()
    let files = [
      "healthy": try folder.write(healthy, to: "healthy"),
      "stuck": try folder.write(bytes, to: "stuck"),
    ]
    let words = line.split(separator: " ").map { files[String($0)] ?? String($0) }
    let run = CommandRun(words: ["report"] + words, input: healthy)
    #expect(run.exitCode == .success)
    #expect(run.errors.isEmpty)
    #expect(run.output.contains(#""changes":{"runs":""#))
    #expect(run.output.contains(#""verdict":"1 new error; wall time not judged: 50.0 ms before"#))
    // The page is of the run after, and says so.
    let count = line.contains("--before healthy") ? "first of 2" : "run"
    #expect(run.output.contains("; the page is of stuck, the \(count) after\""))
    #expect(run.output.contains("<title>stuck</title>"))
    let one = CommandRun("report", "-", input: healthy)
    #expect(!one.output.contains(#""changes":{"#))
  }

  @Test
  func `What is compared is not written over, and must be there`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "run.optrace")
    #expect(CommandRun("report", path, "-", "-o", path, input: bytes).exitCode == .usage)
    let lone = CommandRun("report", "--before", path)
    #expect(lone.errors.contains("--before needs --after FILE... beside it"))
    #expect(CommandRun("report", path, "absent").exitCode == .noInput)
    #expect(CommandRun("report", path, path, path).exitCode == .usage)
    let mixed = CommandRun("report", path, "--before", path)
    #expect(mixed.exitCode == .usage)
    #expect(mixed.errors.contains("can't stand beside --before: give FILE and AFTER either by pos"))
    #expect(CommandRun("report").exitCode == .usage)
  }
}
