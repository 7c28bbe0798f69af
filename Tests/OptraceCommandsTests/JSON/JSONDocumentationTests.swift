import Foundation
import Testing
import TraceAnalysis
import TraceModel
import TraceTestSupport

@testable import OptraceCommands

/// docs/json.md explains every field that the documents have.
struct JSONDocumentationTests {
  private static let page = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs/json.md")

  /// The names of all fields; names of thresholds are none.
  private func keys(_ value: Any) -> Set<String> {
    switch value {
    case var object as [String: Any]:
      if let settings = object["settings"] as? [String: Any] {
        object["settings"] = settings.mapValues { $0 is [String: Any] ? [:] : $0 }
      }
      return object.reduce(into: Set(object.keys)) { $0.formUnion(keys($1.value)) }
    case let array as [Any]:
      return array.reduce(into: []) { $0.formUnion(keys($1)) }
    default:
      return []
    }
  }

  @Test(arguments: [
    ["diagnose", "-"], ["summary", "-"], ["at", "-", "12ms"], ["critical-path", "-"],
    ["blame", "-"], ["blame", "-", "--group", "name"],
  ])
  func everyFieldIsExplained(command: [String]) throws {
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    let scripts = [TraceScript.healthyRun().log(), TraceScript.stuckRun().log(endMs: 500)]
    for log in scripts {
      let run = CommandRun(words: command + ["--json"], input: log.fileBytes(lost: 1))
      let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
      let keys = keys(document)
      #expect(keys.count > 10)
      for key in keys { #expect(page.contains("`\(key)`"), "\(key)") }
    }
  }

  @Test
  func everyFieldAndWordOfADifferenceIsExplained() throws {
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    let folder = try TemporaryFolder()
    let healthy = try folder.write(TraceScript.healthyRun().log().fileBytes(), to: "healthy")
    let stuck = try folder.write(TraceScript.stuckRun().log(endMs: 500).fileBytes(), to: "stuck")
    for files in [[healthy, stuck], [healthy, healthy], [stuck, stuck]] {
      let run = CommandRun(words: ["diff"] + files + ["--json"])
      let keys = keys(try JSONSerialization.jsonObject(with: Data(run.output.utf8)))
      for key in keys { #expect(page.contains("`\(key)`"), "\(key)") }
    }
    let words = PartChange.Kind.allCases.map(\.rawValue)
    for word in words + MeasuredChange.Direction.allCases.map(\.rawValue) {
      #expect(page.contains("`\"\(word)\"`"), "\(word)")
    }
  }

  @Test
  func everyFieldAndWordOfAFullStateIsExplained() throws {
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    let script = TraceScript()
    let queue = script.queue("q", limit: 1)
    let (a, b) = (script.operation("a"), script.operation("b"))
    script.run(a, on: queue, enqueued: 0, started: 1)
    script.at(ms: 2).by(a).wait(for: b).by(a).waitForAll(of: queue)
    script.at(ms: 3).suspend(queue).addBarrier(script.barrier(), on: queue)
    let run = CommandRun("at", "-", "end", "--json", input: script.log(endMs: 9).fileBytes())
    let keys = keys(try JSONSerialization.jsonObject(with: Data(run.output.utf8)))
    #expect(keys.isSuperset(of: ["waitsForQueue", "suspendedSinceNanoseconds", "waiter"]))
    for key in keys { #expect(page.contains("`\(key)`"), "\(key)") }
    for state in OperationState.allCases {
      #expect(page.contains("`\"\(state.rawValue)\"`"), "\(state)")
    }
  }

  @Test
  func everyFieldAndWordOfAFullDiagnosisIsExplained() throws {
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    let text = try FullDiagnosis.document.text()
    for key in keys(try JSONSerialization.jsonObject(with: Data(text.utf8))) {
      #expect(page.contains("`\(key)`"), "\(key)")
    }
    for reason in ProofEdge.Reason.allCases {
      #expect(page.contains("| `\"\(reason.rawValue)\"` |"), "\(reason)")
    }
  }
}
