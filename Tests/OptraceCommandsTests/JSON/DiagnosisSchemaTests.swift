import Foundation
import Testing
import TraceAnalysis
import TraceTestSupport

@testable import OptraceCommands

/// docs/diagnosis.schema.json describes what `diagnose --json` prints.
@Suite(.enabled(if: SchemaCheck.isPossible))
struct DiagnosisSchemaTests {
  /// Documents of runs of all kinds.
  private func documents() throws -> [String] {
    let hostile = TraceScript()
    let (queue, name) = (hostile.queue("\u{1B}[2J\n</x>"), "\"\u{202E}\u{0}\u{1F600}")
    let (a, b) = (hostile.operation(name), hostile.operation(name, class: name))
    hostile.at(ms: 0).depend(a, on: b).depend(b, on: a)
    hostile.at(ms: 1).enqueue(a, on: queue).enqueue(b, on: queue)
    let logs = [
      TraceScript.healthyRun().log(), TraceScript.stuckRun().log(endMs: 500),
      hostile.log(endMs: 900), SchedulerSimulation(seed: 7, operationCount: 60).log,
    ]
    let cut = TraceScript.healthyRun().log().fileBytes().prefix(5000)
    let traces = logs.map { $0.fileBytes(lost: 3) } + [TraceScript().log().fileBytes(), Array(cut)]
    let options = [[], ["--allow", "dependency-cycle", "--threshold", "stall=1h"]]
    var documents: [String] = []
    for trace in traces {
      for options in options {
        let run = CommandRun(words: ["diagnose", "-", "--json"] + options, input: trace)
        #expect(run.output.hasPrefix("{"), "\(run.errors)")
        documents.append(run.output)
      }
    }
    let recorded = SchemaCheck.schema.deletingLastPathComponent()
      .appendingPathComponent("photo-import.optrace")
    documents.append(CommandRun("diagnose", recorded.path, "--json").output)
    return documents + [try FullDiagnosis.document.text()]
  }

  @Test
  func everyDocumentIsAsTheSchemaSays() throws {
    #expect(try SchemaCheck.complaints(about: documents()) == "")
  }

  @Test
  func whatTheSchemaDoesNotSayIsNoticed() throws {
    let text = try FullDiagnosis.document.text()
    let spoilt = [
      ("\"schemaVersion\" : 1", "\"schemaVersion\" : 2"), ("\"proven\"", "\"certain\""),
      ("\"barrier-blocked\"", "\"blocked\""), ("\"reason\" : \"wait\"", "\"reason\" : \"wish\""),
      ("\"rule\" : \"dependency-cycle\"", "\"rule\" : \"Dependency cycle\""),
      ("\"systemCall\"", "\"systemcall\""), ("\"hasErrors\" : true", "\"hasErrors\" : 1"),
    ]
    for (right, wrong) in spoilt {
      let document = text.replacing(right, with: wrong, maxReplacements: 1)
      #expect(document != text, "\(right)")
      #expect(try SchemaCheck.complaints(about: [document]) != "", "\(wrong)")
    }
  }

  /// What docs/json.md says to be left out where it has no value, and nothing else.
  @Test
  func allOtherFieldsMustBeThere() throws {
    let optional = try SchemaCheck.fieldsThatMayBeMissing(in: documents())
    let thresholds = optional.filter {
      $0.hasPrefix("settings.nanoseconds.") || $0.hasPrefix("settings.counts.")
    }
    #expect(thresholds.count == ThresholdSetting.all.count)
    let others = Set(optional).subtracting(thresholds)
    let names = Set(others.map { String($0.split(separator: ".").last ?? "") })
    #expect(
      names == [
        "class", "name", "startedAt", "offset", "file", "systemCall", "function", "line", "module",
        "actor", "queue",
      ]
    )
    #expect(!optional.contains { $0.hasSuffix("operation.name") || $0.hasSuffix("queue.name") })
    #expect(!optional.contains { $0.hasSuffix("to.queue") || $0.hasSuffix("from.queue") })
  }

  @Test
  func itsListsAreComplete() throws {
    let schema = try String(contentsOf: SchemaCheck.schema, encoding: .utf8)
    let words =
      ProofEdge.Reason.allCases.map(\.rawValue)
      + Finding.Consequence.allCases.map(\.rawValue) + Finding.Severity.allCases.map(\.rawValue)
      + Finding.Certainty.allCases.map(\.rawValue) + Spread.Kind.allCases.map(\.rawValue)
    for word in words { #expect(schema.contains("\"\(word)\""), "\(word)") }
  }
}
