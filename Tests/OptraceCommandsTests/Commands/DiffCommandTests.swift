import Foundation
import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@testable import OptraceCommands

struct DiffCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write(TraceScript.healthyRun().log().fileBytes(), to: "healthy")
    _ = try folder.write(TraceScript.stuckRun().log(endMs: 500).fileBytes(), to: "stuck")
    for (number, ms) in [20.0, 20.4, 19.9].enumerated() {
      _ = try folder.write(Self.pipeline(ms).log().fileBytes(), to: "a\(number + 1)")
      _ = try folder.write(Self.pipeline(ms * 1.5).log().fileBytes(), to: "b\(number + 1)")
    }
    _ = try folder.write(Array("no trace".utf8), to: "notes")
    let empty = TraceScript()
    empty.at(ms: 1).stop()
    _ = try folder.write(empty.log().fileBytes(), to: "empty")
  }

  /// A load, and four thumbnails one after the other behind it.
  private static func pipeline(_ ms: Double) -> TraceScript {
    let script = TraceScript()
    script.header.program = "pipeline"
    script.header.startedAtUnixNanoseconds = 1_764_500_000_123_000_000
    let queue = script.queue("images", limit: 1)
    let load = script.operation("load")
    script.run(load, on: queue, enqueued: 0, started: 0, finished: 20)
    for number in 0..<4 {
      let operation = script.operation("thumbnail \(number)")
      script.at(ms: 0).depend(operation, on: load)
      let start = 20 + Double(number) * ms
      script.run(operation, on: queue, enqueued: 0, started: start, finished: start + ms)
    }
    script.at(ms: 20 + 4 * ms).stop()
    return script
  }

  /// Runs the command; words that name a file of the folder become its path.
  private func diff(_ line: String) -> CommandRun {
    let words = line.split(separator: " ").map(String.init).map { word in
      FileManager.default.fileExists(atPath: folder.file(word)) ? folder.file(word) : word
    }
    return CommandRun(words: ["diff"] + words)
  }

  private func document(_ line: String) throws -> DiffDocument {
    try JSONDecoder().decode(DiffDocument.self, from: Data(diff(line + " --json").output.utf8))
  }

  @Test(arguments: [
    ("healthy healthy", ExitCode.success), ("stuck stuck", .success), ("a1 b1", .stuck),
    ("b1 a1", .success), ("a1 a2", .success), ("healthy stuck", .stuck),
    ("stuck healthy", .success),
    ("a1 b1 --fail-above 45%", .success), ("a1 b1 --fail-above 39%", .stuck),
    ("a1 b1 --fail-above 45% --strict", .stuck), ("a1 b1 --fail-above 55 --strict", .success),
    ("a1 b1 --noise 60%", .success), ("a1 a2 --noise 0 --fail-above 0", .stuck),
    ("--before a1 a2 a3 --after b1 b2 b3", .stuck), ("--after a1 --before b1", .success),
    ("--before a1 --before a2 --after a3 --json", .success),
    ("healthy stuck --allow dependency-cycle", .success),
    ("a1 empty", .stuck), ("empty a1", .stuck), ("a1 empty --strict", .stuck),
    ("--before a1 a2 a3 --after a1 a2 empty", .stuck),
    ("a1 notes", .badData), ("a1 absent", .noInput), ("a1", .usage), ("", .usage),
    ("a1 a2 a3", .usage), ("--before a1", .usage), ("--after a1", .usage),
    ("a1 --before a2 --after a3", .usage), ("a1 b1 --fail-above much", .usage),
    ("a1 b1 --noise -3", .usage), ("a1 b1 --limit 0", .usage), ("a1 b1 --allow x", .usage),
    ("--before --after a1", .usage), ("- -", .usage),
  ])
  func theStatusSaysWhetherItGotWorse(line: String, code: ExitCode) {
    let run = diff(line)
    #expect(run.exitCode == code, "\(run.output)\(run.errors)")
    if code.rawValue >= 64 {
      #expect(run.output.isEmpty)
      #expect(run.errorLines.count == 1)
    }
    #expect(run.output.contains("fails") == (code == .stuck) || line.contains("--json"))
  }

  @Test(arguments: [
    ("a1", "AFTER is missing: optrace diff BEFORE AFTER"),
    ("--before a1", "--before needs --after FILE... beside it"),
    ("--after a1", "--after needs --before FILE... beside it"),
    (
      "a1 --before a2",
      "can't stand beside --before: give BEFORE and AFTER either by position, or by --before and --after;"
    ),
    ("--after a2 -- x", "'x' can't stand beside --after: give BEFORE and AFTER either by position"),
    ("--before --after a1", "--before needs a value: --before FILE..."),
    ("a1 b1 --fail-above much", "--fail-above must be a number of percent from 0 to 100000"),
    ("- -", "standard input can be only one of the traces"),
  ])
  func mistakesAreTold(line: String, message: String) {
    #expect(diff(line).errors.contains(message))
  }

  @Test
  func whatHasNoOperationsIsNamed() throws {
    let name = folder.file("empty")
    let run = CommandRun(
      "diff",
      folder.file("a1"),
      name,
      variables: ["COLUMNS": "\(200 + name.count)"]
    )
    #expect(run.output.contains("nothing to compare: the run after has no operations ("))
    #expect(run.output.contains("/empty); record it again\n"))
    #expect(!run.output.contains("faster"))
    let document = try document("a1 empty")
    #expect(document.fails)
    #expect(document.reasons == ["noOperations"])
    #expect(document.wallNanoseconds.direction == "unknown")
    let piped = CommandRun("diff", folder.file("a1"), "-", input: TraceScript().log().fileBytes())
    #expect(piped.output.contains("has no operations (standard input)"))
  }

  @Test
  func standardInputIsOneOfThem() {
    let input = Self.pipeline(20).log().fileBytes()
    let run = CommandRun("diff", "-", folder.file("a1"), input: input)
    #expect(run.output == "pipeline: 1 run before, 1 after\nnothing changed\n")
  }

  @Test
  func severalRunsOfEachAreMedians() throws {
    let document = try document("--before a1 a2 a3 --after b1 b2 b3")
    #expect(document.before.map(\.file) == ["a1", "a2", "a3"].map(folder.file))
    #expect(document.after.count == 3)
    #expect(document.isNoiseMeasured)
    #expect(document.wallNanoseconds.before == 100_000_000)
    #expect(document.wallNanoseconds.after == 140_000_000)
    #expect(document.wallNanoseconds.direction == "more")
    #expect(document.reasons == ["slowerRun"])
    let slower = document.parts.filter { $0.changes == ["slower", "queuedLonger"] }
    #expect(slower.map(\.part.name) == ["thumbnail #"])
  }

  @Test
  func jsonHasTheShapeThatIsPromised() throws {
    var text = diff("healthy stuck --json").output
    text = text.replacing(folder.path, with: "FOLDER")
    try GoldenFile("diff.json").expect(text)
  }

  @Test
  func settingsAreToldOfOnce() throws {
    _ = try folder.write(Array(#"{"allow": ["dependency-cycle"]}"#.utf8), to: "optrace.json")
    let run = diff("healthy stuck")
    #expect(run.exitCode == .success)
    #expect(run.errorLines.count == 1)
    #expect(run.errors.contains("settings are taken from"))
  }
}
