import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@testable import TraceRendering

@Suite
struct WatchModelTests {
  private func watched(
    _ run: SampleRun,
    _ presence: WatchedTrace.Presence = .alive,
    charset: TextStyle.Charset = .unicode
  ) -> WatchedTrace {
    WatchedTrace(run.trace, diagnosis: run.diagnosis, presence: presence, charset: charset)
  }

  private func model(_ run: SampleRun, _ presence: WatchedTrace.Presence = .alive) -> WatchModel {
    var model = WatchModel()
    model.show(watched(run, presence))
    return model
  }

  private func text(_ model: WatchModel, _ columns: Int = 80, _ rows: Int = 24) -> String {
    var model = model
    return model.lines(columns: columns, rows: rows).map { $0.plain(width: columns) + "\n" }
      .joined()
  }

  private func run(_ name: String) throws -> SampleRun {
    try #require(SampleRun.all.first { $0.name == name })
  }

  @Test(arguments: ["photo-import", "suspended", "self-wait"])
  func `The overview is as the golden file says`(name: String) throws {
    try GoldenFile("\(name).watch.txt").expect(text(model(try run(name), .gone)))
  }

  @Test
  func `The page of an operation is as the golden file says`() throws {
    var model = model(try run("self-wait"))
    _ = model.press(.enter)
    try GoldenFile("self-wait.watch-operation.txt").expect(text(model, 80, 50))
  }

  @Test(arguments: SampleRun.all)
  func `Every page has as many lines as the screen, and none is wider`(run: SampleRun) {
    for columns in Array(1...90) + [200] {
      for rows in Array(1...26) + [60] where (columns + rows).isMultiple(of: 7) {
        for keys in [[], [.enter], [.character("?")], [.character(" "), .left]] as [[WatchKey]] {
          var model = model(run)
          for key in keys { _ = model.press(key) }
          let lines = model.lines(columns: columns, rows: rows)
          #expect(lines.count == rows, "\(columns)x\(rows)")
          for line in lines {
            let shown = line.text(width: columns, usesColor: false)
            #expect(DisplayWidth.of(shown) <= columns)
            #expect(shown.isSafeToShow)
            let colored = line.text(width: columns, usesColor: true)
            #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == shown)
          }
        }
      }
    }
  }

  @Test
  func `Without a trace it says what it waits for`() {
    var model = WatchModel()
    model.notice = "waiting for run.optrace: it is not there yet"
    #expect(text(model).contains("waiting for run.optrace: it is not there yet\n"))
    for key in [WatchKey.enter, .left, .down, .character("n"), .character(" ")] {
      let goesOn = model.press(key)
      #expect(goesOn)
      #expect(text(model).contains("waiting for run.optrace") || model.page != .overview)
    }
  }

  // MARK: Keys

  @Test
  func `q leaves a page, and then quits`() throws {
    var model = model(try run("photo-import"))
    _ = model.press(.enter)
    #expect(model.page != .overview)
    let goesOn = model.press(.character("q"))
    #expect(goesOn && model.page == .overview)
    let goesOnAgain = model.press(.character("q"))
    #expect(!goesOnAgain)
  }

  @Test
  func `Arrows choose an operation, and it stays chosen when the order changes`() throws {
    var model = model(try run("cycle"))
    let first = try #require(model.selection)
    #expect(model.rows.first?.id == first)
    _ = model.press(.down)
    let second = try #require(model.selection)
    #expect(model.rows[1].id == second)
    _ = model.press(.character("r"))
    #expect(model.selection == second)
    #expect(model.rows.map(\.id).reversed().dropFirst().first == second)
    for _ in 0..<20 { _ = model.press(.up) }
    #expect(model.selection == model.rows.first?.id)
    for _ in 0..<20 { _ = model.press(.character("j")) }
    #expect(model.selection == model.rows.last?.id)
  }

  @Test
  func `Operations are sorted by name and by queue`() throws {
    var model = model(try run("cycle"))
    _ = model.press(.character("s"))
    #expect(model.order == .name)
    let names = model.rows.compactMap { model.watched?.trace[$0.id]?.displayName }
    #expect(names == names.sorted() && names.count == 4)
    _ = model.press(.character("s"))
    let queues = model.rows.compactMap {
      $0.queue.flatMap { model.watched?.trace[$0]?.displayName }
    }
    #expect(queues == queues.sorted() && queues.count == 4)
  }

  @Test
  func `A filter shows what has its text, and escape shows all`() throws {
    var model = model(try run("cycle"))
    _ = model.press(.character("/"))
    for character in "STOq" { _ = model.press(.character(character)) }
    #expect(text(model).contains("filter: STOq_\n"))
    _ = model.press(.backspace)
    _ = model.press(.enter)
    #expect(model.rows.count == 2)
    #expect(text(model).contains("2 unfinished operations with \"STO\""))
    _ = model.press(.escape)
    #expect(model.rows.count == 4)
  }

  @Test
  func `A hostile filter takes over nothing`() throws {
    var model = model(try run("cycle"))
    for character in "/\u{202E}\u{9B}x" { _ = model.press(.character(character)) }
    #expect(text(model).split(separator: "\n").allSatisfy { String($0).isSafeToShow })
  }

  @Test
  func `Time goes event by event, in fiftieths, and to both ends`() throws {
    let run = try run("photo-import")
    var model = model(run)
    #expect(!model.isPaused && model.instant == run.trace.end)
    _ = model.press(.left)
    #expect(model.isPaused)
    #expect(model.instant == run.trace.log.events.last { $0.instant < run.trace.end }?.instant)
    _ = model.press(.home)
    #expect(model.instant == .zero)
    var moments: [TraceInstant] = []
    while model.instant < run.trace.end, moments.count < 10_000 {
      _ = model.press(.right)
      moments.append(model.instant)
    }
    let events = Set(run.trace.log.events.map(\.instant).filter { $0 > .zero })
    #expect(moments == events.union([run.trace.end]).sorted())
    _ = model.press(.character("["))
    let step = run.trace.end.nanoseconds / 50
    #expect(model.instant.nanoseconds == run.trace.end.nanoseconds - step)
    _ = model.press(.farRight)
    #expect(model.instant == run.trace.end)
    _ = model.press(.character("]"))
    #expect(model.instant == run.trace.end && model.isPaused)
    _ = model.press(.character(" "))
    #expect(!model.isPaused)
  }

  @Test
  func `n and p go to the moments since when something is stuck`() throws {
    let run = try run("photo-import")
    let since = try #require(run.diagnosis.findings.first { $0.isError }?.since)
    var model = model(run)
    _ = model.press(.character("p"))
    #expect(model.instant == since)
    #expect(text(model).contains("2 stalled"))
    _ = model.press(.left)
    #expect(text(model).contains("nothing is stalled"))
    _ = model.press(.character("n"))
    #expect(model.instant == since)
  }

  /// What is said of a run that has ended, by the milliseconds of a moment of it.
  private func verdicts(of trace: Trace) -> (UInt64) -> (text: String, look: StyledLine.Look) {
    let watched = WatchedTrace(
      trace,
      diagnosis: trace.diagnosis(),
      presence: .stopped,
      charset: .unicode
    )
    return { watched.verdict(at: TraceInstant(nanoseconds: $0 * 1_000_000)) }
  }

  @Test
  func `It says how many failed, as far as time has come`() {
    let script = TraceScript()
    let queue = script.queue("net")
    for number in 0..<3 {
      let (fetch, end) = (script.operation("fetch \(number)"), 10 * Double(number + 1))
      script.run(fetch, on: queue, enqueued: 0, started: 1, finished: nil)
      if number > 0 { script.at(ms: end).fail(fetch, "no network") }
      script.at(ms: end).finish(fetch)
    }
    let verdict = verdicts(of: script.trace(endMs: 40))
    #expect(verdict(15) == ("nothing is stalled", .green))
    #expect(verdict(25) == ("nothing is stalled; 1 of 2 finished operations failed", .green))
    #expect(verdict(35) == ("nothing is stalled; 2 of 3 finished operations failed", .yellow))
  }

  @Test
  func `Behind a loss of events it does not say that nothing is stalled`() {
    let script = TraceScript()
    let queue = script.queue("net")
    script.run(script.operation("first"), on: queue, enqueued: 0, started: 1, finished: 2)
    script.at(ms: 20).record(.lost, argument: 12, detail: TraceEvent.LossReason.limit.rawValue)
    let verdict = verdicts(of: script.trace(endMs: 20_000))
    #expect(verdict(10) == ("nothing is stalled", .green))
    #expect(verdict(30).look == .yellow)
    #expect(
      verdict(30).text.hasPrefix("nothing was stalled until 20.0 ms; events were lost then, ")
    )
  }

  @Test
  func `While one looks at a moment, what is new does not move it`() throws {
    let run = try run("photo-import")
    var model = model(run)
    _ = model.press(.home)
    _ = model.press(.right)
    let (moment, rows) = (model.instant, model.rows)
    model.show(watched(run, .gone))
    #expect(model.instant == moment && model.rows == rows)
    #expect(text(model).contains("gone without an end"))
  }

  @Test
  func `Large numbers stand apart`() {
    let script = TraceScript()
    let queue = script.queue("q", limit: 1)
    for number in 0..<2_000 {
      let begin = Double(number) / 10
      let operation = script.operation("a")
      script.run(operation, on: queue, enqueued: begin, started: begin, finished: begin + 0.05)
    }
    let trace = script.trace(endMs: 200)
    var watched = WatchedTrace(
      trace,
      diagnosis: Diagnosis(findings: [], stalled: [:]),
      presence: .alive,
      charset: .unicode
    )
    watched.restNanoseconds = 4_000_000_000
    var model = WatchModel()
    model.show(watched)
    #expect(text(model).contains("  2,000  10,000\n"))
    #expect(text(model).contains("  read every 4.00 s\n"))
  }

  @Test
  func `What was lost is said`() throws {
    var log = try run("photo-import").trace.log
    log.problems = [TraceProblem(message: "3 events were lost"), TraceProblem(message: "b")]
    let trace = Trace(log)
    let watched = WatchedTrace(
      trace,
      diagnosis: trace.diagnosis(),
      presence: .stopped,
      charset: .unicode
    )
    var model = WatchModel()
    model.show(watched)
    #expect(text(model).contains("incomplete: 3 events were lost (and 1 more problem)"))
    #expect(watched.statusLine.contains("; incomplete: 3 events were lost; ended"))
  }

  @Test
  func `A line for a log says how it is`() throws {
    let run = try run("photo-import")
    #expect(
      watched(run, .gone).statusLine.hasSuffix(
        "; 2 stalled: upload original and notify; gone without an end: killed or crashed"
      )
    )
    let ascii = watched(try self.run("hostile"), .alive, charset: .ascii).statusLine
    #expect(ascii.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
  }

  @Test
  func `A rate is that of the last five seconds`() {
    let script = TraceScript()
    let (a, b) = (script.queue("a", limit: 1), script.queue("b", limit: 1))
    for number in 0..<20 {
      let begin = Double(number) * 1_000
      let operation = script.operation("\(number)")
      script.run(
        operation,
        on: number < 18 ? a : b,
        enqueued: begin,
        started: begin,
        finished: begin + 900
      )
    }
    let trace = script.trace(endMs: 20_000)
    let watched = WatchedTrace(
      trace,
      diagnosis: trace.diagnosis(),
      presence: .alive,
      charset: .unicode
    )
    #expect(watched.rate(at: trace.end) == 1)
    #expect(watched.rate(of: b, at: trace.end) == 0.4)
    #expect(watched.rate(of: a, at: TraceInstant(nanoseconds: 1_000_000_000)) == 1)
  }
}
