import Foundation
import Testing
import TraceAnalysis
import TraceModel
import TraceRendering
import TraceTestSupport

@testable import OptraceCommands

struct BlameCommandTests {
  private let healthy = TraceScript.healthyRun().log().fileBytes()
  private let stuck = TraceScript.stuckRun().log(endMs: 500).fileBytes()

  private func document(_ arguments: String...) throws -> BlameDocument {
    let run = CommandRun(words: ["blame", "-", "--json"] + arguments, input: healthy)
    #expect(run.exitCode == .success)
    return try JSONDecoder().decode(BlameDocument.self, from: Data(run.output.utf8))
  }

  @Test
  func theSlowestComesFirst() throws {
    let run = CommandRun("blame", "-", input: healthy)
    #expect(run.exitCode == .success)
    let rows = run.output.split(separator: "\n").dropFirst(3)
    #expect(
      rows.map { $0.split(separator: " ")[0] } == ["decode", "save", "index", "load", "total"]
    )
    #expect(
      rows.first?.split(separator: " ").dropFirst() == [
        "29.9", "ms", "51", "%", "10.1", "ms", "0", "ms", "20.0", "ms", "images",
      ]
    )
  }

  @Test
  func jsonListsEverythingAndIsExact() throws {
    let document = try document()
    #expect(document.kind == "blame")
    #expect(document.measure == "execution")
    #expect(document.grouping == nil)
    let operations = try #require(document.operations)
    #expect(operations.map(\.operation.name) == ["decode", "save", "index", "load"])
    #expect(operations.map(\.nanoseconds).reduce(0, +) == document.totalNanoseconds)
    #expect(operations[0].slackNanoseconds == 0)
    #expect(operations[0].potentialNanoseconds == 20_000_000)
    #expect(document.rest == .init(entryCount: 0, operationCount: 0, nanoseconds: 0))
  }

  @Test
  func weightedTimeAddsUpToTheBusyTime() throws {
    let document = try document("--by", "weighted", "--limit", "1")
    #expect(document.totalNanoseconds == document.busyNanoseconds)
    #expect(document.busyNanoseconds == 48_800_000)
    let operations = try #require(document.operations)
    #expect(operations.count == 1)
    #expect(document.rest.entryCount == 3)
    #expect(operations[0].nanoseconds + document.rest.nanoseconds == document.totalNanoseconds)
  }

  @Test
  func groupsAreListed() throws {
    let document = try document("--group", "class")
    #expect(document.operations == nil)
    #expect(document.groups?.map(\.label) == ["DecodeOperation", "BlockOperation"])
    #expect(document.groups?.map(\.operationCount) == [1, 3])
    let text = CommandRun("blame", "-", "--group", "NAME", "--by", "Wait", input: healthy)
    #expect(text.exitCode == .success)
    #expect(text.output.contains("median"))
  }

  @Test
  func itIsNarrowedLikeOtherViews() throws {
    let run = CommandRun("blame", "-", "--focus", "decode", "--ancestors", input: healthy)
    #expect(run.output.contains("2 of 4 operations: --focus decode --ancestors"))
    #expect(!run.output.contains("save"))
    let weighted = try document("--by", "weighted", "--focus", "decode")
    #expect(weighted.selectedCount == 1)
    #expect(weighted.totalNanoseconds == 25_000_000)
    #expect(weighted.busyNanoseconds == 48_800_000)
    let stalled = CommandRun("blame", "-", "--only", "stalled", "--by", "wait", input: stuck)
    #expect(stalled.output.contains("3 of 3 operations: --only stalled"))
    let none = CommandRun("blame", "-", "--only", "stalled", input: healthy)
    #expect(none.exitCode == .nothingSelected)
    #expect(none.errorLines == ["optrace: no operation is like that: --only stalled"])
  }

  @Test(arguments: [
    ("blame.csv", ["--by", "weighted"]), ("blame-class.csv", ["--group", "class"]),
  ])
  func csvHasTheShapeThatIsPromised(file: String, arguments: [String]) throws {
    let run = CommandRun(words: ["blame", "-", "--csv"] + arguments, input: healthy)
    try GoldenFile(file).expect(run.output)
  }

  @Test
  func jsonHasTheShapeThatIsPromised() throws {
    try GoldenFile("blame.json").expect(
      CommandRun("blame", "-", "--json", "--limit", "2", input: healthy).output
    )
  }

  @Test(arguments: [
    (["--by", "time"], "--by must be execution, wait or weighted, not 'time'"),
    (["--group", "queue"], "--group must be class or name, not 'queue'"),
    (["--limit", "0"], "--limit must be a number from 1 on, not '0'"),
    (["--limit", "many"], "--limit must be a number from 1 on, not 'many'"),
  ])
  func mistakesAreTold(arguments: [String], message: String) {
    let run = CommandRun(words: ["blame", "-"] + arguments, input: healthy)
    #expect(run.exitCode == .usage)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test
  func anEmptyTraceHasNobodyToBlame() {
    let run = CommandRun("blame", "-", input: TraceScript().log().fileBytes())
    #expect(run.exitCode == .success)
    #expect(run.output.contains("there is no operation to blame"))
  }
}
