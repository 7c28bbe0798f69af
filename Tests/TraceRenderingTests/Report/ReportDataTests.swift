import Foundation
import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@testable import TraceRendering

struct ReportDataTests {
  private func data(_ run: SampleRun, _ selected: SelectedOperations? = nil) -> ReportData {
    let annotated = AnnotatedTrace(
      run.trace,
      diagnosis: run.diagnosis,
      criticalPath: run.criticalPath,
      selected: selected
    )
    let graph = TraceGraph(GraphContents(annotated, style: GraphStyle()))
    return ReportData(annotated, graph: graph, title: run.name)
  }

  private func object(_ run: SampleRun, _ selected: SelectedOperations? = nil) throws
    -> [String: Any]
  {
    let bytes = Data(data(run, selected).json.text.utf8)
    return try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
  }

  private func column(_ name: String, of object: [String: Any]) throws -> [Int64?] {
    let columns = try #require(object["columns"] as? [String: String])
    return try ColumnReader(try #require(columns[name])).numbers()
  }

  @Test
  func `The data of a small run is as the golden file says, and the same each time`() throws {
    let text = data(.photoImport).json.text
    #expect(text == data(.photoImport).json.text)
    // A field a line, to be read.
    let lines = text.replacingOccurrences(of: ",\"", with: ",\n\"")
    try GoldenFile("photo-import.report.json").expect(lines + "\n")
  }

  @Test(arguments: SampleRun.all + [.manyPhotos])
  func `Every operation is a row with its outcome, queue, lane and thread`(run: SampleRun) throws {
    let trace = run.trace
    let object = try object(run)
    #expect(object["count"] as? Int == trace.operations.count)
    let ids = try column("id", of: object)
    #expect(ids == trace.operations.map { Int64($0.id.rawValue) })
    let queues = try #require(object["queues"] as? [[String: Any]])
    #expect(queues.count == trace.queues.count + 1)
    let lanes = try column("lane", of: object)
    let places = try column("queue", of: object)
    let threads = try column("startThread", of: object)
    let outcomes = try column("outcome", of: object)
    for (row, operation) in trace.operations.enumerated() {
      let queue = operation.queue.flatMap { trace.position(of: $0) } ?? trace.queues.count
      #expect(places[row] == Int64(queue))
      #expect(lanes[row].map { $0 < (queues[queue]["lanes"] as? Int64 ?? 0) } == true)
      #expect(threads[row].map { trace.threads[Int($0)].id } == operation.startThread)
      let outcome = try #require(TracedOperation.Outcome.allCases.firstIndex(of: operation.outcome))
      #expect(outcomes[row] == Int64(outcome))
    }
  }

  @Test
  func `Of two operations that executed at once in a queue none has the other's lane`() throws {
    let object = try object(.manyPhotos)
    let lanes = try column("lane", of: object)
    let operations = SampleRun.manyPhotos.trace.operations
    for (row, one) in operations.enumerated() {
      for (other, two) in operations.enumerated().dropFirst(row + 1) where one.queue == two.queue {
        guard let start = one.milestones.started, let end = one.milestones.finished,
          let otherStart = two.milestones.started, let otherEnd = two.milestones.finished,
          start < otherEnd, otherStart < end
        else { continue }
        #expect(lanes[row] != lanes[other])
      }
    }
  }

  @Test(arguments: SampleRun.all)
  func `Its edges, path and findings are those of the trace`(run: SampleRun) throws {
    let object = try object(run)
    let edges = try #require(object["edges"] as? [String: Any])
    #expect(edges["count"] as? Int == run.trace.edges.count)
    let degrees = try ColumnReader(edges["degrees"] as? String ?? "").differences
    let from = degrees.enumerated().flatMap { row, degree in
      Array(repeating: row, count: Int(degree ?? 0))
    }
    let ends = try ColumnReader(edges["ends"] as? String ?? "").differences.compactMap { $0 }
    let ids = run.trace.operations.map(\.id)
    let edgesRead = zip(from, ends).map { row, end in
      let kind = TraceEdge.Kind(rawValue: Int(abs(end % 8))) ?? .dependency
      return TraceEdge(from: ids[row], to: ids[row + Int(end / 8)], kind)
    }
    #expect(edgesRead.sorted() == run.trace.edges)
    let path = try #require(object["path"] as? [String: Any])
    let rows = try ColumnReader(path["operations"] as? String ?? "").numbers()
    #expect(rows.compactMap { $0.map { ids[Int($0)] } } == run.criticalPath?.operations ?? [])
    let moments = try ColumnReader(path["end"] as? String ?? "").numbers()
    if let last = run.criticalPath?.segments.last {
      #expect(moments.last == Int64(last.end.nanoseconds))
    }
    let findings = try #require(object["findings"] as? [[String: Any]])
    #expect(findings.map { $0["rule"] as? String } == run.diagnosis.findings.map(\.rule))
  }

  @Test
  func `A narrowed report holds the selected operations and what joins them`() throws {
    let run = SampleRun.photoImport
    let context = FilterContext(
      run.trace,
      diagnosis: run.diagnosis,
      criticalPath: run.criticalPath
    )
    var selection = TraceSelection()
    selection.queues = run.trace.queues(called: "network")
    selection.words = "--queue network"
    let object = try object(run, context.select(selection))
    let queue = try #require(selection.queues?.first)
    let shown = run.trace.operations.filter { $0.queue == queue }.map { Int64($0.id.rawValue) }
    #expect(try column("id", of: object) == shown)
    let edges = try #require(object["edges"] as? [String: Any])
    let among = run.trace.edges.filter { edge in
      [edge.source, edge.target].allSatisfy { run.trace[$0]?.queue == queue }
    }
    #expect(edges["count"] as? Int == among.count)
    let head = try #require(object["head"] as? [String: Any])
    #expect((head["scope"] as? String)?.contains("--queue network") == true)
  }

  @Test
  func `Names come back from what they begin with and the number at their end`() throws {
    let names = [
      "load 12", "load 7", "007", "a 00", "0", "1", "x12345678901234567890", "12 steps", "\u{600}5",
      "page 3 of 10",
    ]
    let script = TraceScript()
    let queue = script.queue("work", limit: 1)
    for name in names {
      script.run(script.operation(name), on: queue, enqueued: 0, started: 1, finished: 2)
    }
    let trace = script.trace(endMs: 5)
    let object = try object(SampleRun(name: "names", trace: trace, diagnosis: trace.diagnosis()))
    let texts = try #require(object["stems"] as? [String])
    let (stems, numbers) = (try column("stem", of: object), try column("number", of: object))
    let read = zip(stems, numbers).map { stem, number in
      texts[Int(stem ?? 0)] + (number.map { "\($0)" } ?? "")
    }
    #expect(read.sorted() == trace.operations.map { $0.visibleName() }.sorted())
    #expect(texts.filter { $0 == "load " }.count == 1)
  }

  @Test
  func `A trace without operations has data, too`() throws {
    let script = TraceScript()
    let trace = script.trace(endMs: 5)
    let run = SampleRun(name: "nothing", trace: trace, diagnosis: trace.diagnosis())
    let data = try object(run)
    #expect(data["count"] as? Int == 0)
    let head = try #require(data["head"] as? [String: Any])
    #expect((head["verdict"] as? String)?.hasPrefix("no operation was seen") == true)
  }
}
