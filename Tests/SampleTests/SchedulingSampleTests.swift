import Testing
import TraceEvents
import TraceModel

/// The samples in which the queue's own rules decide: priority, barrier, cancellation.
struct SchedulingSampleTests {
  @Test func priorities() async throws {
    let run = try await SampleRun("priorities")
    let added = ["newsletter", "letter", "photo album", "boarding pass", "invoice"]
    let printed = ["boarding pass", "invoice", "letter", "photo album", "newsletter"]
    #expect(run.status == 0)
    #expect(run.output == printed.map { "printed \($0)" })
    #expect(run.startOrder == printed)
    #expect(run.outcomes == Dictionary(uniqueKeysWithValues: added.map { ($0, .succeeded) }))
    #expect(
      run.edges == [
        .slotHandOver: Set(zip(printed, printed.dropFirst()).map { "\($0) -> \($1)" })
      ]
    )
    #expect(
      run.queues == ["printer": QueueFacts(limit: 1, operations: added, suspensions: 1)]
    )
    #expect(
      added.map { run.operation($0)?.enqueueDetail.priority } == [-8, 0, -4, 8, 4]
    )
    #expect(run.trace.operations.allSatisfy { $0.accounting.queueSuspended > 0 })
    #expect(run.findings == [])
  }

  @Test func barrier() async throws {
    let run = try await SampleRun("barrier")
    let before = ["count books", "find oldest entry"]
    let after = ["count again", "find first title"]
    #expect(run.status == 0)
    #expect(run.output.prefix(2).sorted() == ["count books: 2", "find oldest entry: Middlemarch"])
    #expect(run.output.dropFirst(2).sorted() == ["count again: 3", "find first title: Emma"])

    let barrier = try #require(run.trace.operations.first { $0.isBarrier }).displayName
    let operations = before + [barrier] + after
    #expect(run.outcomes == Dictionary(uniqueKeysWithValues: operations.map { ($0, .succeeded) }))
    #expect(
      run.edges == [
        .barrier: Set(before.map { "\($0) -> \(barrier)" } + after.map { "\(barrier) -> \($0)" })
      ]
    )
    #expect(
      run.queues == ["catalogue": QueueFacts(limit: nil, operations: operations, suspensions: 1)]
    )
    #expect(run.trace.queues.first?.barriers.count == 1)
    #expect(run.trace.queues.first?.bareBarriers == [])
    #expect(run.findings == [])
  }

  @Test func cancelledPredecessor() async throws {
    let run = try await SampleRun("cancelled-predecessor")
    #expect(run.status == 0)
    #expect(run.output == ["0 unread articles"])
    #expect(
      run.outcomes == [
        "check subscription": .succeeded, "download feed": .cancelledBeforeStart,
        "count unread": .succeeded, "show badge": .succeeded,
      ]
    )
    #expect(
      run.edges == [
        .dependency: [
          "check subscription -> download feed", "download feed -> count unread",
          "count unread -> show badge",
        ],
        .cancelled: ["check subscription -> download feed"],
      ]
    )
    #expect(
      run.queues == [
        "feeds": QueueFacts(
          limit: nil,
          operations: ["check subscription", "download feed", "count unread", "show badge"]
        )
      ]
    )
    let download = try #require(run.operation("download feed"))
    #expect(download.canceller.map(run.name(of:)) == "check subscription")
    #expect(
      run.findings == [
        SampleFinding(rule: "ran-after-cancelled-dependency", operations: ["count unread"])
      ]
    )
  }
}
