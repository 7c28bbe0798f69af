import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@testable import TraceRendering

/// What is told of a trace that keeps its most recent part: of what is kept, and that it is.
struct HorizonTextTests {
  private let trace = Trace(TraceScript.boundedLog())

  private var watched: WatchedTrace {
    WatchedTrace(trace, diagnosis: trace.diagnosis(), presence: .alive, charset: .unicode)
  }

  private func model(_ keys: [WatchKey] = []) -> WatchModel {
    var model = WatchModel()
    model.show(watched)
    for key in keys { _ = model.press(key) }
    return model
  }

  private func lines(_ model: WatchModel) -> [String] {
    var model = model
    return model.lines(columns: 80, rows: 24).map { $0.plain(width: 80) }
  }

  @Test
  func sharesAreOfWhatIsKept() throws {
    let work = try #require(trace.queues.first { $0.name == "work" })
    // Twenty times fifty milliseconds in two seconds, not in twelve.
    #expect((0.49...0.51).contains(work.busyShare))
    #expect((0.49...0.51).contains(work.meanConcurrency))
    var whole = TraceScript.boundedLog()
    whole.horizon = nil
    let before = try #require(Trace(whole).queues.first { $0.name == "work" })
    #expect((0.08...0.09).contains(before.busyShare))
  }

  @Test
  func theSummarySaysHowMuchThatIs() {
    let text = trace.summaryText()
    #expect(text.contains("recorded for 12.0 s; the last 2.00 s of it kept"))
    #expect(text.contains("22 operations kept of 1,022 in 2 queues, 2.00 s"))
    let words = text.split { " \n".contains($0) }.joined(separator: " ")
    #expect(words.contains("9,000 events of 1,000 operations before 10,000 ms were dropped"))
  }

  @Test
  func theTimelineBeginsWithWhatIsKept() throws {
    let lines = trace.timelineText().split(separator: "\n")
    let axis = try #require(lines.first { $0.hasSuffix(" s") && $0.contains("10") })
    #expect(axis.split(separator: " ").first == "10.0")
    #expect(RunSpan(WallTime(of: trace), in: trace).start == trace.horizon?.instant)
  }

  @Test
  func theNumbersOfAPageAreOfWhatIsKept() throws {
    let annotated = AnnotatedTrace(trace, diagnosis: nil, criticalPath: trace.criticalPath)
    let text = ReportNumbers(annotated).json.text
    #expect(text.contains(#""from":10000000000,"to":12000000000,"isPart":true"#))
    let path = try #require(trace.criticalPath)
    #expect(try #require(path.segments.first).start.nanoseconds >= 10_000_000_000)
  }

  @Test
  func aMomentBeforeItIsTheOldestThatIsKept() {
    let state = trace.state(at: TraceInstant(nanoseconds: 1_000_000_000))
    #expect(state.instant == trace.horizon?.instant)
    let text = trace.stateText(at: TraceInstant(nanoseconds: 1_000_000_000))
    #expect(text.contains("at 10 s of 12.0 s"))
    #expect(text.contains("1,003 operations so far (3 kept): 1,000 finished, 1 executing"))
    #expect(text.contains("finished (kept)"))
  }

  /// On a screen of the least width that is usual.
  @Test
  func theMomentIsSeenWhateverBecameOfTheProgram() {
    var model = WatchModel()
    model.show(
      WatchedTrace(trace, diagnosis: trace.diagnosis(), presence: .gone, charset: .unicode)
    )
    _ = model.press(.home)
    #expect(lines(model)[0] == "server 42  gone without an end  at 10 s of 12.0 s")
  }

  @Test
  func theRateIsOfWhatIsKept() {
    #expect(watched.rate(at: trace.end) == 10)
    let line = watched.statusLine
    #expect(line.contains("1,022 operations so far (22 kept): 1,020 finished"))
    #expect(line.contains("10.0/s") || line.contains("10/s"), "\(line)")
  }

  @Test
  func theOverviewCountsWhatIsKeptAndShowsWhatWasDropped() {
    let lines = lines(model())
    #expect(lines[1].hasPrefix("22 operations kept of 1,022, 10"))
    #expect(lines.contains { $0.contains("queue") && $0.contains("kept") && !$0.contains("done") })
    // The line is longer than the screen is wide.
    #expect(lines.joined(separator: " ").contains("before 10,000 ms were dropped"))
  }

  private static let waysBack: [[WatchKey]] = [
    [.home], [.end, .home, .left], Array(repeating: .farLeft, count: 60),
  ]

  @Test(arguments: waysBack)
  func oneStepsBackToTheOldestMomentThatIsKept(keys: [WatchKey]) {
    let model = model(keys)
    #expect(model.instant == trace.horizon?.instant)
    let lines = lines(model)
    #expect(lines[0].contains("at 10 s of 12.0 s"))
    #expect(lines.contains("the oldest moment that is kept"))
    #expect(!self.lines(self.model([.end])).contains("the oldest moment that is kept"))
  }

  /// A fiftieth of what can be seen.
  @Test
  func aLargeStepIsAPartOfWhatIsKept() {
    #expect(model([.farLeft]).instant == TraceInstant(nanoseconds: 11_960_000_000))
  }
}
