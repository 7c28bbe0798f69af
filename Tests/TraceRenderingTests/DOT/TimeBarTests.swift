import Testing
import TraceEvents
import TraceModel
import TraceRendering
import TraceTestSupport

@Suite
struct TimeBarTests {
  private let span = RunSpan(from: 0, to: 1_000)

  private func bar(_ parts: [(BarTone, UInt64, UInt64)], width: Int = 100) -> [String] {
    TimeBar(parts.map(BarPart.init), in: span, width: width).cells.map { cell in
      "\(cell.tone.map { "\($0)" } ?? "rest") \(cell.width)"
    }
  }

  @Test
  func `A moment of the run stands at the same place in every bar`() {
    let cells = bar([(.waitingForDependencies, 100, 400), (.executing, 400, 650)])
    #expect(cells == ["rest 10", "waitingForDependencies 30", "executing 25", "rest 35"])
  }

  @Test
  func `A short execution is seen, and a short wait before it is not drawn too wide`() {
    #expect(
      bar([(.dispatch, 500, 501), (.executing, 501, 502)]) == ["rest 50", "executing 2", "rest 48"]
    )
    #expect(bar([(.executing, 0, 1)]) == ["executing 2", "rest 98"])
    #expect(bar([(.executing, 999, 1_000)]) == ["rest 98", "executing 2"])
  }

  @Test
  func `An operation that never was has a bar of rest`() {
    #expect(bar([]) == ["rest 100"])
  }

  @Test
  func `Any parts give cells that can be seen and add up`() {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<2_000 {
      var moment: UInt64 = 0
      var parts: [BarPart] = []
      for _ in 0..<Int.random(in: 0...200, using: &generator) {
        let scale: UInt64 = generator.chance(0.5) ? 3 : 300
        let start =
          moment + (generator.chance(0.3) ? UInt64.random(in: 0...scale, using: &generator) : 0)
        let end = start + UInt64.random(in: 0...scale, using: &generator)
        guard end <= 1_000 else { break }
        let tone = BarTone.allCases.randomElement(using: &generator) ?? .executing
        if end > start { parts.append(BarPart(tone, start, end)) }
        moment = end
      }
      let width = Int.random(in: 20...300, using: &generator)
      let cells = TimeBar(parts, in: span, width: width).cells
      #expect(cells.reduce(0) { $0 + $1.width } == width)
      #expect(cells.allSatisfy { $0.width >= TimeBar.leastWidth })
    }
  }
}

extension RunSpan {
  /// A span for tests.
  init(from start: UInt64, to end: UInt64) {
    self.init(from: TraceInstant(nanoseconds: start), to: TraceInstant(nanoseconds: end))
  }
}

extension BarPart {
  init(_ tone: BarTone, _ start: UInt64, _ end: UInt64) {
    self.init(tone, from: TraceInstant(nanoseconds: start), to: TraceInstant(nanoseconds: end))
  }
}
