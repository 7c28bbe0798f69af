import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct LateResultRuleTests {
  private let script = TraceScript()

  /// What the older of the two operations of one name went through, or what makes them two things.
  private enum Twist: CaseIterable {
    case none, cancelled, failed, otherPriority, otherThread, otherCreator, otherConsumer, inOrder
  }

  /// Thumbnails of photos, one of them twice; the older one of these finishes last.
  private func thumbnails(
    _ twist: Twist = .none,
    count: Int = 10,
    name: (Int) -> String = { "thumbnail \($0)" }
  ) -> (older: OperationID, newer: OperationID) {
    let queue = script.queue("photos")
    let all = (1...count).map { script.operation(name($0), class: "Thumbnail") }
    let (older, newer) = (all[2], script.operation(name(3), class: "Thumbnail"))
    for thumbnail in all where thumbnail != older {
      script.run(thumbnail, on: queue, enqueued: 0, started: 1, finished: 5)
    }
    script.run(older, on: queue, enqueued: 0, started: 1, finished: twist == .inOrder ? 11 : 30)
    var moment = script.at(ms: 10)
    if twist == .otherThread { moment = moment.on(ThreadID(rawValue: 7)) }
    if twist == .otherCreator { moment = moment.by(older) }
    moment.enqueue(newer, on: queue, priority: twist == .otherPriority ? 4 : 0)
    script.run(newer, started: 11, finished: 12)
    if twist == .cancelled { script.at(ms: 11).cancel(older) }
    if twist == .failed { script.at(ms: 29).fail(older, "no connection") }
    if twist == .otherConsumer {
      let merge = script.operation("merge")
      script.at(ms: 0).depend(merge, on: older)
      script.run(merge, on: queue, enqueued: 0, started: 31, finished: 32)
    }
    return (older, newer)
  }

  @Test func namesTheOlderOneAndTheNewer() {
    let (older, newer) = thumbnails()
    #expect(newer == OperationID(rawValue: 11))
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "late-result",
          severity: .warning,
          certainty: .likely,
          operations: [older],
          queues: [QueueID(rawValue: 1)],
          since: TraceInstant(nanoseconds: 30_000_000),
          sentence:
            "\"thumbnail 3\" #3 finished 18.0 ms after \"thumbnail 3\" #11, which was added "
            + "later for the same thing.",
          proof: [
            "\"thumbnail 3\" #3 was added 0 ms into the recording and \"thumbnail 3\" #11 10.0 ms "
              + "into it",
            "\"thumbnail 3\" #11 finished 12.0 ms into the recording and \"thumbnail 3\" #3 30.0 ms "
              + "into it",
          ],
          advice: "Cancel \"thumbnail 3\" #3 when the newer one is added and let it look at "
            + "isCancelled before it stores its result, or let the newer one depend on it."
        )
    )
  }

  @Test func tellsManyTogether() {
    let queue = script.queue("photos")
    for number in 0..<40 {
      let single = script.operation("photo \(number)", class: "Load")
      script.run(single, on: queue, enqueued: 0, started: 1, finished: 2)
    }
    for number in 40..<46 {
      let (older, newer) = (
        script.operation("photo \(number)", class: "Load"),
        script.operation("photo \(number)", class: "Load")
      )
      script.run(older, on: queue, enqueued: 3, started: 4, finished: 9)
      script.run(newer, on: queue, enqueued: 5, started: 6, finished: 7)
    }
    #expect(
      script.diagnosis().only?.sentence.hasPrefix(
        "6 operations finished after newer ones of the same name had: \"photo 40\" #41, "
      ) == true
    )
  }

  // MARK: Near misses

  @Test(arguments: Twist.allCases)
  private func isSilentAboutATwist(twist: Twist) {
    _ = thumbnails(twist)
    #expect(script.diagnosis().findings.contains { $0.rule == "late-result" } == (twist == .none))
  }

  /// Names of kinds: each is used by many, and they overtake one another all the time.
  @Test func isSilentAboutNamesOfKinds() {
    let queue = script.queue("q")
    for number in 0..<60 {
      for step in ["load", "decode image", "save"] {
        let operation = script.operation(step)
        let length = Double((number * 37) % 11 + 1)
        let start = Double(number)
        script.run(operation, on: queue, enqueued: start, started: start, finished: start + length)
      }
    }
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutOneWordNames() {
    _ = thumbnails { number in String(repeating: "x", count: number) }
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutFewThings() {
    _ = thumbnails(count: 8)
    #expect(script.diagnosis().findings.isEmpty)
  }

  /// The pieces of several files have the same names, and nothing else in common.
  @Test func isSilentAboutPiecesOfSeveralWholes() {
    let queue = script.queue("q")
    for file in 0..<3 {
      for piece in 0..<12 {
        let chunk = script.operation("chunk \(piece)", class: "Chunk")
        let start = Double(file)
        let finish = 40 - Double(file) * 7 + Double(piece)
        script.run(chunk, on: queue, enqueued: start, started: start, finished: finish)
      }
    }
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAcrossQueuesAndClasses() {
    let (older, _) = thumbnails(.inOrder)
    let other = script.operation("thumbnail 3", class: "Print")
    script.run(other, on: script.queue("printer"), enqueued: 2, started: 3, finished: 4)
    #expect(older == OperationID(rawValue: 3))
    #expect(script.diagnosis().findings.isEmpty)
  }
}
