import Foundation
import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@testable import TraceRendering

/// What the page says of the changes since other runs.
@Suite
struct ReportChangesTests {
  private func comparison(_ before: SampleRun, _ after: SampleRun) -> RunComparison {
    let runs = [before, after].map { RunProfile(of: $0.trace, diagnosis: $0.diagnosis) }
    return RunComparison(before: [runs[0]], after: [runs[1]])
  }

  private func object(_ before: SampleRun, _ after: SampleRun) throws -> [String: Any] {
    let text = ReportChanges(comparison(before, after)).json.text
    return try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    )
  }

  @Test
  func `The page has the section's data only where runs are compared`() {
    var report = TraceReport(of: SampleRun.barrier.trace, diagnosis: SampleRun.barrier.diagnosis)
    #expect(!report.html().contains(#""changes":{"#))
    report.changes = comparison(.suspended, .barrier)
    let runs = "1 run before, 1 after; the page is of the run after"
    #expect(report.html().contains(#""changes":{"runs":"\#(runs)""#))
    #expect(report.html() == report.html())
  }

  @Test(arguments: SampleRun.all, SampleRun.all)
  func `Its tables say what the text says`(before: SampleRun, after: SampleRun) throws {
    let object = try object(before, after)
    let comparison = comparison(before, after)
    let text = comparison.text(TextStyle(width: 400), limit: 30)
    #expect(text.contains(try #require(object["verdict"] as? String)))
    let tables = try #require(object["tables"] as? [[String: Any]])
    #expect(tables.isEmpty == comparison.isEmpty)
    for table in tables {
      let heads = try #require(table["heads"] as? [String])
      let rows = try #require(table["rows"] as? [[String]])
      let parts = try #require(table["parts"] as? [Any])
      #expect(parts.count == rows.count)
      #expect(rows.allSatisfy { $0.count == heads.count })
      #expect(text.contains(try #require(table["heading"] as? String)))
      for cell in rows.joined() {
        #expect(text.contains(cell))
        #expect(cell.isSafeToShow)
      }
    }
    let findings = try #require(object["findings"] as? [[String: Any]])
    let entries = try findings.map { try #require($0["entries"] as? [[String: String]]) }
    #expect(entries.map(\.count) == [comparison.newFindings.count, comparison.goneFindings.count])
    for entry in entries.joined() { #expect(text.contains(entry["head"] ?? "?")) }
  }

  @Test
  func `It says which of the runs the page shows`() throws {
    let run = SampleRun.barrier
    func profile(_ name: String?) -> RunProfile {
      RunProfile(of: run.trace, diagnosis: run.diagnosis, name: name)
    }
    func runs(_ names: [String?]) throws -> String? {
      let comparison = RunComparison(before: [profile("a")], after: names.map(profile))
      let data = Data(ReportChanges(comparison).json.text.utf8)
      return (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["runs"] as? String
    }
    #expect(
      try runs(["d.optrace", "e", "f"])
        == "1 run before, 3 after; the page is of d.optrace, the first of 3 after"
    )
    #expect(
      try runs(["/home/me/runs/d.optrace"])
        == "1 run before, 1 after; the page is of d.optrace, the run after"
    )
    #expect(try runs([nil, nil]) == "1 run before, 2 after; the page is of the first of 2 after")
    #expect(try runs(["\u{202E}x", nil])?.isSafeToShow == true)
  }

  @Test
  func `Without operations there is nothing to compare, and no table`() throws {
    let empty = Trace(EventLog())
    let comparison = RunComparison(
      before: [RunProfile(of: SampleRun.barrier.trace, diagnosis: SampleRun.barrier.diagnosis)],
      after: [RunProfile(of: empty, diagnosis: empty.diagnosis(), name: "e.optrace")]
    )
    let text = ReportChanges(comparison).json.text
    #expect(text.contains("nothing to compare: the run after has no operations (e.optrace); "))
    #expect(text.contains(#""level":"error""#))
    #expect(text.contains(#""totals":null"#) && text.contains(#""tables":[]"#))
  }

  @Test
  func `Only what the page has can be searched for`() throws {
    let object = try object(.barrier, .photoImport)
    let tables = try #require(object["tables"] as? [[String: Any]])
    let parts = tables.reduce(into: [:]) {
      $0[$1["heading"] as? String ?? ""] = $1["parts"] as? [Any]
    }
    let added = try #require(parts["added"])
    #expect(added.allSatisfy { ($0 as? [String: Any])?["class"] is String })
    let removed = try #require(parts["removed"])
    #expect(!removed.isEmpty && removed.allSatisfy { $0 is NSNull })
  }
}
