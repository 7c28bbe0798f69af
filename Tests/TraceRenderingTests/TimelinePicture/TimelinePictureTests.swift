import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@testable import TraceRendering

@Suite
struct TimelinePictureTests {
  private func svg(_ run: SampleRun, _ selected: SelectedOperations? = nil) -> String {
    TimelinePicture(
      of: run.trace,
      diagnosis: run.diagnosis,
      criticalPath: run.criticalPath,
      selected: selected
    ).svg
  }

  private func read(_ run: SampleRun, _ selected: SelectedOperations? = nil) throws
    -> TimelineReader
  {
    try #require(TimelineReader(svg(run, selected)))
  }

  private static let runs = SampleRun.all + [.manyPhotos]

  @Test(arguments: runs)
  func `The picture is as the golden file says, and the same each time`(run: SampleRun) throws {
    let picture = svg(run)
    #expect(picture == svg(run))
    try GoldenFile("\(run.name).timeline.svg").expect(picture)
  }

  @Test(arguments: runs)
  func `It is an image with a title and a description, and safe to show`(run: SampleRun) throws {
    let picture = svg(run)
    let reader = try read(run)
    let root = try #require(reader.elements.named("svg").first)
    #expect(root.attributes["role"] == "img")
    #expect(root.attributes["aria-labelledby"] == "picture-title")
    #expect(reader.elements.named("desc").first?.text.isEmpty == false)
    #expect(picture.split(separator: "\n").allSatisfy { String($0).isSafeToShow })
    let ids = reader.marks.compactMap(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(reader.elements.named("script").isEmpty)
  }

  @Test(arguments: runs)
  func `Every operation has a bar or is counted in a block`(run: SampleRun) throws {
    let reader = try read(run)
    let alone = reader.marks(of: "operation")
    let together = reader.marks(of: "block").reduce(0) { sum, mark in
      let count = mark.tooltip.prefix { $0.isNumber || $0 == "," }.filter(\.isNumber)
      return sum + (Int(count) ?? 0)
    }
    #expect(alone.count + together == run.trace.operations.count)
    for mark in alone + reader.marks(of: "block") {
      #expect(mark.bar != nil)
      #expect(!mark.tooltip.isEmpty)
    }
  }

  @Test(arguments: runs)
  func `Everything lies within the picture, and words fit in the widest font`(run: SampleRun) throws
  {
    let reader = try read(run)
    let size = reader.size
    for box in reader.marks.flatMap(\.boxes) {
      #expect(box.x >= 0 && box.right <= size.width)
      #expect(box.y >= 0 && box.y + box.height <= size.height)
    }
    for text in reader.elements.named("text") {
      let points = Double(text.attributes["font-size"] ?? "10") ?? 10
      let isBold = text.attributes["font-weight"] == "bold"
      let width = FontMetrics.width(text.text, size: points, isBold: isBold)
      let x = try #require(Double(text.attributes["x"] ?? ""))
      #expect(x + width <= size.width, "\(text.text)")
    }
  }

  @Test(arguments: runs)
  func `No colour is used that has no dark one`(run: SampleRun) throws {
    let known = Set(GraphPalette.tones.map(\.light))
    let reader = try read(run)
    let sheet = try #require(reader.elements.named("style").first?.text)
    #expect(sheet.contains("prefers-color-scheme:dark"))
    for element in reader.elements.all {
      for name in ["fill", "stroke"] {
        guard let color = element.attributes[name], color.hasPrefix("#") else { continue }
        #expect(known.contains(color))
        #expect(sheet.contains("[\(name)=\"\(color)\"]"), "\(color)")
      }
    }
    let textures = Set(reader.elements.named("pattern").compactMap { $0.attributes["id"] })
    for element in reader.elements.all {
      guard let fill = element.attributes["fill"], fill.hasPrefix("url(#") else { continue }
      #expect(textures.contains(String(fill.dropFirst(5).dropLast())))
    }
  }

  @Test
  func `What is stalled reaches to the end and is told by texture, word and mark`() throws {
    let reader = try read(.photoImport)
    let stalled = reader.marks(of: "stalled")
    #expect(stalled.count == 2)
    for mark in stalled {
      #expect(mark.bar?.right == TimelineDrawing.left + TimelineDrawing.axisWidth)
      #expect(mark.words.contains { $0.contains("STALLED") })
    }
    #expect(svg(.photoImport).contains("url(#p-stalled)"))
    #expect(reader.words.contains("2 stalled: upload original and notify; 1 warning"))
  }

  @Test
  func `The critical path is marked on its operations, and on no other`() throws {
    let run = SampleRun.photoImport
    let reader = try read(run)
    let ids = Set(reader.marks(of: "critical").compactMap(\.id))
    let path = try #require(run.criticalPath)
    #expect(ids == Set(path.operations.map { "op_\($0.rawValue)" }))
    #expect(reader.marks(of: "critical-path").count == 1)
    let plain = try #require(
      TimelineReader(TimelinePicture(of: run.trace, diagnosis: run.diagnosis).svg)
    )
    #expect(plain.marks(of: "critical").isEmpty)
    #expect(plain.marks(of: "critical-path").isEmpty)
  }

  @Test
  func `Spans of suspension and of barriers are shaded, with a word`() throws {
    let suspended = try read(.suspended)
    #expect(!suspended.marks(of: "suspended").isEmpty)
    #expect(suspended.marks(of: "suspended").contains { $0.words.joined().hasPrefix("SUSPENDED") })
    let barrier = try read(.barrier)
    let bare = SampleRun.barrier.trace.queues.flatMap(\.bareBarriers).count
    #expect(barrier.marks(of: "barrier").count { $0.id == nil } == bare)
    #expect(barrier.marks(of: "barrier-span").contains { $0.words.joined().hasPrefix("barrier") })
  }

  @Test
  func `Narrowed, it shows what was asked for on an axis of its own, and says so`() throws {
    let run = SampleRun.photoImport
    var selection = TraceSelection()
    selection.focus = try OperationFilter("index*")
    selection.words = "--focus index*"
    let context = FilterContext(
      run.trace,
      diagnosis: run.diagnosis,
      criticalPath: run.trace.criticalPath
    )
    let reader = try read(run, context.select(selection))
    #expect(reader.marks(of: "operation").count == 2)
    #expect(reader.words.contains("shows 2 of 12 operations: --focus index*"))
    #expect(reader.words.contains("2 queues without an operation to show are left out"))
  }

  @Test
  func `A recording that keeps its most recent part begins where that does`() throws {
    let trace = Trace(TraceScript.boundedLog())
    let reader = try #require(TimelineReader(TimelinePicture(of: trace).svg))
    let axis = try #require(reader.marks(of: "axis").first)
    #expect(axis.words.first?.hasPrefix("10") == true)
    #expect(reader.words.contains("22 operations kept of 1,022"))
  }

  @Test
  func `A trace without operations is its totals`() throws {
    let reader = try #require(TimelineReader(TimelinePicture(of: Trace(EventLog())).svg))
    #expect(reader.words.contains("0 operations"))
    #expect(reader.marks(of: "axis").isEmpty)
  }

  @Test(arguments: 0..<40)
  func `Whatever names hold, it is sound XML and safe to show`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let script = TraceScript()
    script.header.program = HostileText.random(&generator)
    let queue = script.queue(HostileText.random(&generator), limit: 2)
    for number in 0..<12 {
      let operation = script.operation(
        HostileText.random(&generator),
        class: HostileText.random(&generator)
      )
      let start = Double(number * 7)
      let end = number == 7 ? nil : start + Double.random(in: 0...12, using: &generator)
      script.run(operation, on: queue, enqueued: 0, started: start, finished: end)
      if number == 3 {
        script.at(ms: start).fail(operation, HostileText.random(&generator))
      }
    }
    let trace = script.trace(endMs: 200)
    let picture = TimelinePicture(
      of: trace,
      diagnosis: trace.diagnosis(),
      criticalPath: trace.criticalPath
    ).svg
    let reader = try #require(TimelineReader(picture))
    #expect(reader.marks(of: "operation").count == 12)
    #expect(picture.split(separator: "\n").allSatisfy { String($0).isSafeToShow })
  }
}
