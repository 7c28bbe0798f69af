import Testing
import TraceEvents
import TraceModel

/// The samples whose steps hand on what they made, and finish.
struct PipelineSampleTests {
  @Test func photoImport() async throws {
    let run = try await SampleRun("photo-import")
    #expect(run.status == 0)
    #expect(run.output == ["imported: thumbnail of 16384 pixels, mean brightness 127"])
    #expect(
      run.outcomes == [
        "read photo": .succeeded, "make thumbnail": .succeeded, "measure light": .succeeded,
        "write album entry": .succeeded, "show in library": .succeeded,
      ]
    )
    #expect(
      run.classes == [
        "read photo": "ReadPhoto", "make thumbnail": "MakeThumbnail",
        "measure light": "MeasureLight", "write album entry": "BlockOperation",
        "show in library": "BlockOperation",
      ]
    )
    #expect(
      run.edges == [
        .dependency: [
          "read photo -> make thumbnail", "read photo -> measure light",
          "make thumbnail -> write album entry", "measure light -> write album entry",
          "write album entry -> show in library",
        ]
      ]
    )
    #expect(
      run.queues == [
        "imports": QueueFacts(
          limit: 2,
          operations: ["read photo", "make thumbnail", "measure light", "write album entry"]
        ),
        "main queue": QueueFacts(limit: 1, operations: ["show in library"]),
      ]
    )
    let main = run.trace.threads.first(where: \.isMain)
    #expect(run.operation("show in library")?.startThread == main?.id)
    #expect(run.operation("read photo")?.startThread != main?.id)
    #expect(run.findings == [])
  }

  @Test func downloadDecodeCache() async throws {
    let run = try await SampleRun("download-decode-cache")
    let files = ["beach.png", "forest.png", "harbour.png"]
    #expect(run.status == 0)
    #expect(
      run.output.sorted() == [
        "cached 10 pixels of forest.png", "cached 11 pixels of harbour.png",
        "cached 9 pixels of beach.png",
      ]
    )
    let operations = files.flatMap { ["download \($0)", "decode \($0)", "cache \($0)"] }
    #expect(
      run.outcomes == Dictionary(uniqueKeysWithValues: operations.map { ($0, .succeeded) })
    )
    #expect(Set(run.classes.values) == ["Download", "Decode", "BlockOperation"])
    #expect(run.queues == ["pictures": QueueFacts(limit: 2, operations: operations)])

    var edges = run.edges
    // Who leaves a slot to whom depends on how long each takes; but the third download needs one that another had.
    let handOvers = edges.removeValue(forKey: .slotHandOver) ?? []
    #expect(handOvers.count { $0.hasSuffix("-> download harbour.png") } == 1)
    #expect(
      edges == [
        .dependency: Set(
          files.flatMap { ["download \($0) -> decode \($0)", "decode \($0) -> cache \($0)"] }
        )
      ]
    )
    for file in files {
      let download = try #require(run.operation("download \(file)"))
      #expect(download.classTraits.isSuperset(of: [.overridesStart, .overridesIsFinished]))
    }
    #expect(run.findings == [])
  }

  @Test func crossQueue() async throws {
    let run = try await SampleRun("cross-queue")
    let steps = [
      "fetch authors", "fetch articles", "store authors", "store articles", "rebuild index",
    ]
    #expect(run.status == 0)
    #expect(run.output.sorted() == steps.sorted())
    #expect(run.outcomes == Dictionary(uniqueKeysWithValues: steps.map { ($0, .succeeded) }))
    #expect(
      run.edges == [
        .dependency: [
          "fetch authors -> store authors", "fetch articles -> store articles",
          "store authors -> store articles", "store articles -> rebuild index",
        ]
      ]
    )
    #expect(
      run.queues == [
        "network": QueueFacts(limit: 2, operations: ["fetch authors", "fetch articles"]),
        "database": QueueFacts(
          limit: 1,
          operations: ["rebuild index", "store articles", "store authors"]
        ),
      ]
    )
    #expect(run.findings == [])
  }

  @Test func group() async throws {
    let run = try await SampleRun("group")
    let parts = ["import cover.jpg", "import sunset.jpg", "import dinner.jpg"]
    let inner = parts + ["end of import album"]
    let operations = ["import album", "tell the family"] + inner
    #expect(run.status == 0)
    #expect(run.output.count == 4)
    #expect(run.output.last == "the album is complete")
    #expect(run.outcomes == Dictionary(uniqueKeysWithValues: operations.map { ($0, .succeeded) }))
    #expect(
      run.edges == [
        .dependency: Set(parts.map { "\($0) -> end of import album" })
          .union(["import album -> tell the family"]),
        .createdBy: Set(inner.map { "import album -> \($0)" }),
        .finished: ["end of import album -> import album"],
      ]
    )
    #expect(
      run.queues == [
        "albums": QueueFacts(limit: nil, operations: ["import album", "tell the family"]),
        "parts of import album": QueueFacts(limit: nil, operations: inner),
      ]
    )
    let album = try #require(run.operation("import album")?.milestones)
    let end = try #require(run.operation("end of import album")?.milestones)
    #expect(try #require(end.finished) <= #require(end.completionBegan))
    #expect(try #require(end.completionBegan) <= #require(album.finished))
    #expect(run.findings == [])
  }
}
