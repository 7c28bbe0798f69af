import Foundation
import Testing
import TraceEvents
import TraceModel
import TraceRendering
import TraceTestSupport

@testable import GraphvizRendering

struct TraceReportGraphTests {
  @Test
  func `The page of a run holds its graph`() throws {
    let page = try Trace(TraceScript.healthyRun().log()).report()
    #expect(page.contains("<svg ") && page.contains("id=\"op_1\""))
    #expect(page.components(separatedBy: "<style").count == 2)
    #expect(!page.contains("<?xml") && !page.contains("<!DOCTYPE svg"))
  }

  @Test
  func `A graph that would leave the page empty is turned`() throws {
    // Twelve steps behind one another are a line to the right, and a column down.
    let script = TraceScript()
    let queue = script.queue("work", limit: 1)
    var last: OperationID?
    for number in 0..<12 {
      let step = script.operation("step of the line \(number)")
      if let last { script.at(ms: 0).depend(step, on: last) }
      let start = Double(number)
      script.run(step, on: queue, enqueued: 0, started: start, finished: start + 0.5)
      last = step
    }
    let trace = script.trace(endMs: 13)
    let report = TraceReport(of: trace)
    let straight = try report.graph.picture(as: .svg)
    let fitting = try report.pictureThatFits { (graph) throws(GraphvizError) in
      try graph.picture(as: .svg)
    }
    #expect(try ratio(straight) > 5)
    #expect(try abs(ratio(fitting) - 1.3) < abs(ratio(straight) - 1.3))
    #expect(fitting.nodes == straight.nodes)
  }

  @Test
  func `A failure of the other direction does no harm`() throws {
    let report = TraceReport(of: Trace(TraceScript.healthyRun().log()))
    var calls = 0
    let picture = try report.pictureThatFits { (graph) throws(GraphvizError) in
      calls += 1
      if calls > 1 { throw GraphvizError.timedOut(timeLimit: .seconds(1)) }
      return try graph.picture(as: .svg)
    }
    #expect(picture.format == .svg)
  }

  @Test
  func `Ten thousand operations that depend on each other take less than a megabyte`() throws {
    let script = TraceScript()
    let queues = (0..<8).map { script.queue("queue \($0)", limit: 4) }
    var generator = SeededGenerator(seed: 5)
    var made: [OperationID] = []
    for number in 0..<10_000 {
      let name = "\(["load", "decode", "store"][number % 3]) \(number)"
      let operation = script.operation(name, class: "Operation\(number % 3)")
      let enqueued = Double(number) * 0.1
      for _ in 0..<2 where !made.isEmpty {
        let other = made[Int.random(in: max(0, made.count - 800)..<made.count, using: &generator)]
        script.at(ms: enqueued).depend(operation, on: other)
      }
      let start = enqueued + Double.random(in: 0.01...9, using: &generator)
      let end = start + Double.random(in: 0.001...1, using: &generator)
      let queue = queues[Int.random(in: 0..<8, using: &generator)]
      script.run(operation, on: queue, enqueued: enqueued, started: start, finished: end)
      made.append(operation)
    }
    let page = try script.trace(endMs: 1_100).report()
    #expect(page.utf8.count < 1_000_000)
  }

  private func ratio(_ picture: RenderedGraph) throws -> Double {
    let text = try #require(picture.text)
    let start = try #require(text.firstRange(of: "viewBox=\"")?.upperBound)
    let numbers = text[start...].prefix { $0 != "\"" }.split(separator: " ").compactMap {
      Double($0)
    }
    return numbers[2] / numbers[3]
  }
}
