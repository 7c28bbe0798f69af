import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@testable import TraceRendering

/// Stalls at a moment of the past: what the rules say of them is said of the end.
struct PastStallTests {
  private func lines(_ keys: [WatchKey]) -> [String] {
    let trace = TraceScript.stuckRun().trace(endMs: 9_000)
    var model = WatchModel()
    model.show(
      WatchedTrace(trace, diagnosis: trace.diagnosis(), presence: .alive, charset: .unicode)
    )
    for key in keys { _ = model.press(key) }
    return model.lines(columns: 80, rows: 40).map { $0.plain(width: 80) }
  }

  @Test
  func theMomentOfWhichTheyAreToldIsSaid() {
    #expect(lines([]).contains { $0.hasPrefix("! dependency-cycle: ") })
    let past = lines([.character("[")])
    #expect(past.contains { $0.hasPrefix("! dependency-cycle, as it was at 9.00 s: ") })
    #expect(lines([.enter]).contains("stalled: dependency-cycle"))
    let detail = lines([.character("["), .enter])
    #expect(detail.contains("stalled: dependency-cycle, as it was at 9.00 s"))
  }
}
