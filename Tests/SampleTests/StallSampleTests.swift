import Testing
import TraceModel

/// The samples that hang, and give up after two seconds.
struct StallSampleTests {
  @Test func suspended() async throws {
    let run = try await SampleRun("suspended")
    #expect(run.status == 1)
    #expect(run.output == ["gave up after 2 seconds: the local copy has not been removed"])
    #expect(
      run.outcomes == [
        "check connection": .succeeded, "upload photo": .unfinished,
        "remove local copy": .unfinished,
      ]
    )
    #expect(
      run.edges == [
        .dependency: ["check connection -> upload photo", "upload photo -> remove local copy"]
      ]
    )
    #expect(
      run.queues == [
        "connection": QueueFacts(limit: nil, operations: ["check connection"]),
        "uploads": QueueFacts(
          limit: nil,
          operations: ["upload photo"],
          suspensions: 1,
          isSuspended: true
        ),
        "cleanup": QueueFacts(limit: nil, operations: ["remove local copy"]),
      ]
    )
    let suspension = run.trace.queues.flatMap(\.suspensions).first
    #expect(suspension?.actor.map(run.name(of:)) == "check connection")
    #expect(run.mainThreadWaitsFor == "cleanup")
    #expect(
      run.findings == [
        SampleFinding(
          rule: "queue-suspended",
          operations: ["upload photo"],
          blocked: ["remove local copy"]
        )
      ]
    )
  }

  @Test func cycle() async throws {
    let run = try await SampleRun("cycle")
    #expect(run.status == 1)
    #expect(run.output == ["gave up after 2 seconds: the home screen has not been shown"])
    #expect(
      run.outcomes == [
        "load settings": .unfinished, "find server": .unfinished, "sign in": .unfinished,
        "show home": .unfinished,
      ]
    )
    #expect(
      run.edges == [
        .dependency: [
          "load settings -> find server", "find server -> sign in", "sign in -> load settings",
          "sign in -> show home",
        ]
      ]
    )
    #expect(
      run.queues == [
        "disk": QueueFacts(limit: nil, operations: ["load settings", "show home"]),
        "network": QueueFacts(limit: nil, operations: ["find server", "sign in"]),
      ]
    )
    #expect(run.startOrder == [])
    #expect(run.mainThreadWaitsFor == "disk")
    #expect(
      run.findings == [
        SampleFinding(
          rule: "dependency-cycle",
          operations: ["load settings", "find server", "sign in"],
          blocked: ["show home"]
        )
      ]
    )
  }

  @Test func neverFinishes() async throws {
    let run = try await SampleRun("never-finishes")
    let uploads = ["upload notes.txt", "upload party.mp4", "upload report.pdf"]
    #expect(run.status == 1)
    #expect(
      run.output == [
        "uploaded notes.txt: 9 bytes",
        "gave up after 2 seconds: 2 of 3 uploads are still in the queue",
      ]
    )
    #expect(
      run.outcomes == [uploads[0]: .succeeded, uploads[1]: .unfinished, uploads[2]: .unfinished]
    )
    #expect(run.edges == [.slotHandOver: ["upload notes.txt -> upload party.mp4"]])
    #expect(run.queues == ["uploads": QueueFacts(limit: 1, operations: uploads)])
    #expect(run.startOrder == Array(uploads.prefix(2)))
    #expect(run.operation("upload party.mp4")?.milestones.startReturned != nil)
    #expect(run.operation("upload party.mp4")?.finishedUnnotified == false)
    #expect(run.mainThreadWaitsFor == "uploads")
    #expect(
      run.findings == [
        SampleFinding(
          rule: "never-finished",
          operations: ["upload party.mp4"],
          blocked: ["upload report.pdf"]
        )
      ]
    )
  }

  @Test func missingNotification() async throws {
    let run = try await SampleRun("missing-notification")
    let operations = ["scan page 1", "scan page 2", "bind document"]
    #expect(run.status == 1)
    #expect(run.output == ["gave up after 2 seconds: the pages have not been bound"])
    #expect(
      run.outcomes == [
        "scan page 1": .unfinished, "scan page 2": .unfinished, "bind document": .unfinished,
      ]
    )
    #expect(
      run.edges == [.dependency: ["scan page 1 -> bind document", "scan page 2 -> bind document"]]
    )
    #expect(run.queues == ["scanner": QueueFacts(limit: 1, operations: operations)])
    #expect(run.startOrder == ["scan page 1"])
    #expect(operations.map { run.operation($0)?.finishedUnnotified } == [true, false, false])
    #expect(run.mainThreadWaitsFor == "bind document")
    #expect(
      run.findings == [
        SampleFinding(
          rule: "finished-without-notification",
          operations: ["scan page 1"],
          blocked: ["scan page 2", "bind document"]
        )
      ]
    )
  }

  @Test func serialSelfWait() async throws {
    let run = try await SampleRun("serial-self-wait")
    #expect(run.status == 1)
    #expect(run.output == ["gave up after 2 seconds: the order has not been saved"])
    #expect(
      run.outcomes == [
        "save order": .unfinished, "save invoice": .unfinished, "save customer": .unfinished,
      ]
    )
    #expect(
      run.edges == [
        .wait: ["save customer -> save order"],
        .createdBy: ["save order -> save customer"],
      ]
    )
    #expect(
      run.queues == [
        "database": QueueFacts(
          limit: 1,
          operations: ["save order", "save invoice", "save customer"]
        )
      ]
    )
    #expect(run.startOrder == ["save order"])
    #expect(run.operation("save order")?.milestones.startReturned == nil)
    #expect(run.mainThreadWaitsFor == "database")
    #expect(
      run.findings == [
        SampleFinding(
          rule: "self-deadlock",
          operations: ["save order", "save customer"],
          blocked: ["save invoice"]
        )
      ]
    )
  }
}
