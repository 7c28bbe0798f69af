import Foundation
import Testing
import TraceTestSupport

/// Real runs of a program whose steps take what its environment says.
struct DiffProgramTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Runs the pipeline with settings and returns the name of its trace.
  private func run(_ name: String, _ settings: [String: String] = [:]) throws -> String {
    let environment = settings.merging(["OPTRACE_FILE": folder.file(name)]) { $1 }
    #expect(try TestProgram("tracing-pipeline", [], environment: environment).run() == 0)
    return name
  }

  @Test
  func aStepThatTakesTenTimesAsLongIsSeen() throws {
    let (quick, slow) = (try run("quick"), try run("slow", ["THUMBNAIL_MS": "100"]))
    let worse = try BuiltCommand("diff", quick, slow, in: folder)
    #expect(worse.status == 1)
    #expect(worse.text.contains("\nslower: execute longer\n"))
    #expect(worse.text.contains("\n  thumbnail # "))
    #expect(worse.text.contains("\nfails: the run takes "))
    let better = try BuiltCommand("diff", slow, quick, in: folder)
    #expect(better.status == 0)
    #expect(better.text.contains("\nfaster: execute less long\n"))
    #expect(!better.text.contains("fails"))
  }

  @Test
  func aRunIsTheSameAsItself() throws {
    let trace = try run("run")
    let same = try BuiltCommand("diff", trace, trace, "--fail-above", "0", "--strict", in: folder)
    #expect(same.status == 0)
    #expect(same.text == "tracing-pipeline: 1 run before, 1 after\nnothing changed\n")
    #expect(same.errors.isEmpty)
  }

  @Test
  func whatHangsIsANewError() throws {
    let (well, hung) = (try run("well"), try run("hung", ["HANG": "1"]))
    let worse = try BuiltCommand("diff", well, hung, in: folder)
    #expect(worse.status == 1)
    #expect(worse.text.contains("error: never-finished"))
    #expect(worse.text.contains("\nfails: 1 new error\n"))
    let better = try BuiltCommand("diff", hung, well, in: folder)
    #expect(better.status == 0)
    #expect(better.text.contains("\nfindings that are gone\n"))
  }

  @Test
  func severalRunsOfEachAreCompared() throws {
    let before = try (1...3).map { try run("a\($0)", ["SLOTS": "6", "THUMBNAIL_MS": "50"]) }
    let after = try (1...3).map { try run("b\($0)", ["SLOTS": "1", "THUMBNAIL_MS": "50"]) }
    let lists = [before, after].map { $0.joined(separator: " ") }
    let worse = try BuiltCommand(
      script: "$optrace diff --before \(lists[0]) --after \(lists[1])",
      in: folder
    )
    #expect(worse.status == 1)
    #expect(worse.text.hasPrefix("tracing-pipeline: 3 runs before, 3 after\nslower: "))
    #expect(worse.text.contains("\nqueued longer: "))
  }
}
