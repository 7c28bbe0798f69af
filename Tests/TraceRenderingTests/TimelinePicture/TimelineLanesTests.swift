import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@testable import TraceRendering

/// Lanes, waits, and what happens where there is more than can be seen.
@Suite
struct TimelineLanesTests {
  private func read(_ trace: Trace) throws -> TimelineReader {
    let picture = TimelinePicture(
      of: trace,
      diagnosis: trace.diagnosis(),
      criticalPath: trace.criticalPath
    )
    return try #require(TimelineReader(picture.svg))
  }

  @Test
  func `A serial queue has one lane, and a queue as many as executed at once`() throws {
    let script = TraceScript()
    let serial = script.queue("serial", limit: 1)
    let wide = script.queue("wide", limit: 3)
    for number in 0..<9 {
      let one = script.operation("one \(number)")
      let start = Double(number * 10)
      script.run(one, on: serial, enqueued: 0, started: start, finished: start + 10)
      let other = script.operation("other \(number)")
      script.run(other, on: wide, enqueued: 0, started: start, finished: start + 25)
    }
    script.at(ms: 120).stop()
    let reader = try read(script.trace())
    func lanes(_ name: String) -> [Double: [TimelineReader.Box]] {
      let bars = (0..<9).compactMap { reader.bar("\(name) \($0)") }
      #expect(bars.count == 9)
      return Dictionary(grouping: bars, by: \.y)
    }
    #expect(lanes("one").count == 1)
    #expect(lanes("other").count == 3)
    for bars in Array(lanes("one").values) + Array(lanes("other").values) {
      for (bar, next) in zip(bars, bars.dropFirst()) { #expect(bar.right <= next.x + 0.11) }
    }
  }

  @Test(arguments: 0..<60)
  func `Whatever runs when, lanes do not overlap and are no more than needed`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var items: [LaneItem] = []
    for position in 0..<Int.random(in: 0...60, using: &generator) {
      let start = UInt64.random(in: 0...100, using: &generator)
      let length = UInt64.random(in: 0...20, using: &generator)
      items.append(
        LaneItem(
          start: TraceInstant(nanoseconds: start),
          end: TraceInstant(nanoseconds: start + length),
          look: .plain,
          source: .operation(position)
        )
      )
    }
    let packing = LanePacking(items, atMost: 1_000)
    #expect(packing.foldedLanes == 0)
    #expect(packing.lanes.reduce(0) { $0 + $1.count } == items.count)
    for lane in packing.lanes {
      for (item, next) in zip(lane, lane.dropFirst()) { #expect(item.end <= next.start) }
    }
    let peak = (0...121).map { moment in
      items.count { $0.start.nanoseconds <= moment && moment < $0.end.nanoseconds }
    }
    // What took no time needs a place, too.
    #expect(packing.lanes.count >= peak.max() ?? 0)
    if items.allSatisfy({ $0.start < $0.end }) { #expect(packing.lanes.count == peak.max() ?? 0) }

    let few = LanePacking(items, atMost: 2)
    #expect(few.lanes.count == min(2, packing.lanes.count))
    #expect(few.lanes.count + few.foldedLanes == packing.lanes.count)
    #expect(few.lanes.reduce(0) { $0 + $1.count } == items.count)
  }

  @Test
  func `What an operation waited is a thin line in front of it, behind what was there before`()
    throws
  {
    let script = TraceScript()
    let queue = script.queue("serial", limit: 1)
    let first = script.operation("first")
    let second = script.operation("second")
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 40)
    script.run(second, on: queue, enqueued: 0, started: 60, finished: 100)
    script.at(ms: 100).stop()
    let reader = try read(script.trace())
    let mark = try #require(reader.marks(of: "operation").first { $0.id == "op_2" })
    let bar = try #require(mark.bar)
    let waits = mark.boxes.filter { $0.height < 6 }
    #expect(!waits.isEmpty)
    let before = try #require(reader.bar("first"))
    for wait in waits {
      #expect(wait.x >= before.right - 0.11)
      #expect(wait.right <= bar.x + 0.11)
    }
    #expect(mark.tooltip.contains("waited"))
  }

  @Test
  func `What is thinner than a pixel is drawn together, and what is stalled or failed is not`()
    throws
  {
    let script = TraceScript()
    let queue = script.queue("work", limit: 2)
    let stuck = script.operation("stuck", class: "StuckOperation")
    script.run(stuck, on: queue, enqueued: 0, started: 1)
    script.at(ms: 1.5).returnFromStart(stuck)
    for number in 0..<10_000 {
      let operation = script.operation("small \(number)")
      let start = 2 + Double(number) * 0.1
      script.run(operation, on: queue, enqueued: start, started: start, finished: start + 0.1)
      if number == 5_000 { script.at(ms: start + 0.05).fail(operation, "no room") }
    }
    let trace = script.trace(endMs: 20_000)
    let reader = try read(trace)
    #expect(reader.marks(of: "failed").count == 1)
    #expect(reader.marks(of: "failed").first?.bar?.width ?? 0 >= 3)
    #expect(reader.marks(of: "stalled").count == 1)
    let blocks = reader.marks(of: "block")
    let counted = try #require(
      reader.words.firstMatch(of: /([0-9,]+) operations are thinner than a pixel/)
    )
    let together = blocks.reduce(0) { sum, mark in
      sum + (Int(mark.tooltip.prefix { $0.isNumber || $0 == "," }.filter(\.isNumber)) ?? 0)
    }
    #expect(Int(counted.output.1.filter(\.isNumber)) == together)
    #expect(together > 9_000)
    #expect(together + reader.marks(of: "operation").count == 10_001)
  }

  @Test
  func `Only what looks alike is drawn together, and what must be seen lies on top`() {
    let looks: [(OperationText.Look, isCritical: Bool)] = [
      (.plain, false), (.failed, false), (.plain, true), (.cancelled, false), (.stalled, true),
    ]
    let items = (0..<500).map { position in
      LaneItem(
        start: TraceInstant(nanoseconds: UInt64(position) * 10),
        end: TraceInstant(nanoseconds: UInt64(position) * 10 + 10),
        look: looks[position % 5].0,
        isCritical: looks[position % 5].isCritical,
        source: .operation(position)
      )
    }
    let span = RunSpan(from: .zero, to: TraceInstant(nanoseconds: 100_000))
    let axis = PictureAxis(span, width: 1_000, textSize: 9)
    let marks = LaneMarks(items, on: axis, least: 1)
    #expect(marks.marks.map(\.count) == Array(repeating: 100, count: 5))
    #expect(marks.mergedItems == 500)
    #expect(marks.marks.map(\.item.isNotable) == [false, true, true, true, true])
    for mark in marks.marks {
      #expect(mark.nanoseconds == 1_000)
      #expect(mark.end.nanoseconds(since: mark.item.start) == 4_960)
    }
    // What is wide enough is drawn by itself.
    let near = PictureAxis(
      RunSpan(from: .zero, to: TraceInstant(nanoseconds: 5_000)),
      width: 1_000,
      textSize: 9
    )
    #expect(LaneMarks(items, on: near, least: 1).marks.count == 500)
  }

  @Test
  func `However much there is, the picture stays small`() throws {
    let script = TraceScript()
    let queues = (0..<40).map { script.queue("queue \($0)", limit: 2) }
    for number in 0..<20_000 {
      let operation = script.operation("work \(number)")
      let start = Double(number) * 0.5
      script.run(
        operation,
        on: queues[number % 40],
        enqueued: 0,
        started: start,
        finished: start + 20 + Double(number % 17)
      )
    }
    let trace = script.trace(endMs: 12_000)
    let svg = TimelinePicture(of: trace, criticalPath: trace.criticalPath).svg
    #expect(svg.utf8.count < 2_000_000)
    let reader = try #require(TimelineReader(svg))
    #expect(reader.size.height < 16_000)
    #expect(reader.words.contains(/thinner than \d+ pixels/))
  }

  @Test
  func `Of many queues the busiest are shown, and idle and other ones are counted`() throws {
    let script = TraceScript()
    for number in 0..<700 {
      let queue = script.queue("queue \(number)")
      guard number < 600 else {
        script.at(ms: 0).suspend(queue).resume(queue)
        continue
      }
      let operation = script.operation("work \(number)")
      let length = Double(number + 1)
      script.run(operation, on: queue, enqueued: 0, started: 0, finished: length)
    }
    script.at(ms: 700).stop()
    let reader = try read(script.trace())
    #expect(reader.size.height < 14_000)
    let shown = reader.marks(of: "queue").count
    #expect((100..<600).contains(shown))
    #expect(reader.words.contains("100 queues without an operation to show are left out"))
    #expect(
      reader.words.contains("\(600 - shown) less busy queues with \(600 - shown) operations")
    )
    #expect(reader.bar("work 599") != nil)
    #expect(reader.bar("work 0") == nil)
  }

  @Test
  func `The curve of depth keeps its peaks, and tells the most there were`() {
    let steps = [(0, 0), (10, 3), (11, 9), (12, 1), (900, 0)].map { moment, count in
      QueueDepth(
        instant: TraceInstant(nanoseconds: UInt64(moment) * 1_000),
        waiting: 0,
        queued: count,
        executing: 1
      )
    }
    let span = RunSpan(from: .zero, to: TraceInstant(nanoseconds: 1_000_000))
    let axis = PictureAxis(span, width: 100, textSize: 9)
    let curve = DepthCurve(steps, on: axis, columnWidth: 2)
    #expect(curve.mostInAll == 10)
    #expect(curve.most.queued == 9)
    #expect(curve.columns.map(\.queued).max() == 9)
    #expect(curve.columns[0].queued == 9)
    #expect(curve.columns[1].queued == 1)
    #expect(curve.columns.last?.queued == 0)
  }
}
