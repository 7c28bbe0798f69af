import Testing
import TraceEvents
import TraceRendering
import TraceTestSupport

@Suite
struct TimeAxisTests {
  private func labels(_ start: UInt64, _ end: UInt64, _ columns: Int = 60) -> [String] {
    let axis = TimeAxis(RunSpan(from: start, to: end), columns: columns, charset: .unicode)
    return axis.ticks.map(\.label)
  }

  @Test
  func `Ticks are round moments in one unit`() {
    #expect(labels(0, 412_000_000) == ["0", "100 ms", "200 ms", "300 ms", "400 ms"])
    #expect(labels(0, 2_000_000_000, 40) == ["0", "0.5 s", "1.0 s", "1.5 s"])
    #expect(
      labels(12_345_000_000, 12_349_000_000, 40) == [
        "12.345 s", "12.346 s", "12.347 s", "12.348 s",
      ]
    )
    #expect(labels(0, 30_000, 40) == ["0", "10 µs", "20 µs"])
    #expect(labels(0, 100, 30) == ["0", "50 ns"])
  }

  @Test
  func `Long runs are labelled as clocks are`() {
    #expect(
      labels(0, 1_500_000_000_000) == ["0", "5:00 min", "10:00 min", "15:00 min", "20:00 min"]
    )
    #expect(
      labels(0, 7_500_000_000_000) == ["0", "30:00 min", "1:00:00 h", "1:30:00 h", "2:00:00 h"]
    )
  }

  @Test
  func `Any span has ticks in order that don't touch`() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<1_000 {
      let magnitude = UInt64.random(in: 0...62, using: &generator)
      let start = UInt64.random(in: 0...(1 << magnitude), using: &generator)
      let length = UInt64.random(
        in: 0...(1 << UInt64.random(in: 0...62, using: &generator)),
        using: &generator
      )
      let columns = Int.random(in: 12...380, using: &generator)
      let axis = TimeAxis(
        RunSpan(from: start, to: start + length),
        columns: columns,
        charset: .unicode
      )
      #expect(axis.ticks.allSatisfy { (0..<columns).contains($0.column) })
      for (tick, next) in zip(axis.ticks, axis.ticks.dropFirst()) {
        #expect(tick.column + DisplayWidth.of(tick.label) < next.column)
        #expect(tick.label != next.label)
      }
    }
  }
}
