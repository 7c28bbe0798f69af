import Foundation
import Testing
import TraceAnalysis
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

  @Test(arguments: ["diagnose", "summary"])
  func everyFieldIsExplained(command: String) throws {
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    let scripts = [TraceScript.healthyRun().log(), TraceScript.stuckRun().log(endMs: 500)]
    for log in scripts {
      let run = CommandRun(command, "-", "--json", input: log.fileBytes(lost: 1))
      let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
      let keys = keys(document)
      #expect(keys.count > 10)
      for key in keys { #expect(page.contains("`\(key)`"), "\(key)") }
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
