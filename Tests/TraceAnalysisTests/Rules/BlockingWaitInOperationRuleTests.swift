import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct BlockingWaitInOperationRuleTests {
  private let script = TraceScript()

  /// An album that runs from 1 ms to 400 ms and waits for a photo, from 3 ms to 303 ms.
  private func album(
    on queue: QueueID,
    waitingFor photo: OperationID,
    on photos: QueueID,
    name: String = "album"
  ) -> OperationID {
    let album = script.operation(name)
    script.run(album, on: queue, enqueued: 0, started: 1)
    script.at(ms: 2).by(album).enqueue(photo, on: photos)
    script.at(ms: 3).by(album).wait(for: photo)
    script.run(photo, started: 4, finished: 303)
    script.at(ms: 303).by(album).endWait(for: photo)
    script.at(ms: 400).finish(album)
    return album
  }

  @Test func namesAWaitForTheOwnQueue() {
    let queue = script.queue("albums", limit: 2)
    let photo = script.operation("photo")
    let album = album(on: queue, waitingFor: photo, on: queue)
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "blocking-wait-in-operation",
          severity: .warning,
          certainty: .proven,
          operations: [album],
          queues: [queue],
          since: TraceInstant(nanoseconds: 1_000_000),
          sentence: "album waited for photo and kept its slot of queue albums (limit 2) meanwhile, "
            + "though photo needed a slot there too.",
          proof: [
            "album held its slot from 1.00 ms into the recording on and was blocked for 300 ms in "
              + "a wait for photo; photo started 4.00 ms into it"
          ],
          advice: "Let what comes after the wait in album be an operation of its own that depends "
            + "on photo, or put photo on a queue of its own.",
          edges: [
            ProofEdge(from: .operation(album), to: .operation(photo), by: .wait),
            ProofEdge(from: .operation(photo), to: .queue(queue), by: .slot),
          ]
        )
    )
  }

  @Test func namesAWaitInAQueueWithoutALimit() {
    let queue = script.queue("albums")
    _ = album(on: queue, waitingFor: script.operation("photo"), on: queue)
    #expect(
      script.diagnosis().only?.sentence
        == "album waited for photo and blocked a worker thread of queue albums meanwhile, though "
        + "photo needed one in the same queue."
    )
  }

  @Test func followsDependenciesBackToTheOwnQueue() {
    let (queue, photos) = (script.queue("albums", limit: 2), script.queue("photos"))
    let (photo, decode, load) = (
      script.operation("photo"), script.operation("decode"), script.operation("load")
    )
    script.at(ms: 0).depend(photo, on: decode).depend(decode, on: load)
    _ = album(on: queue, waitingFor: photo, on: photos)
    script.run(load, on: queue, enqueued: 1.5, started: 2, finished: 2.5)
    script.run(decode, on: photos, enqueued: 2.6, started: 3, finished: 3.5)
    #expect(
      script.diagnosis().only?.sentence
        == "album waited for photo and kept its slot of queue albums (limit 2) meanwhile, though "
        + "photo needs load, and that one needed a slot there too."
    )
  }

  @Test func followsOtherWaitsBackToTheOwnQueue() {
    let (queue, photos) = (script.queue("albums", limit: 2), script.queue("photos"))
    let (photo, load) = (script.operation("photo"), script.operation("load"))
    let album = album(on: queue, waitingFor: photo, on: photos)
    script.at(ms: 5).by(photo).enqueue(load, on: queue).wait(for: load)
    script.run(load, started: 6, finished: 7)
    script.at(ms: 7).by(photo).endWait(for: load)
    #expect(script.diagnosis().only?.operations == [album])
  }

  @Test func namesWaitsThatTookTheLastThread() {
    script.at(ms: 0).processors(2)
    let (queue, photos) = (script.queue("albums"), script.queue("photos"))
    let (photo, album) = (script.operation("photo"), script.operation("album"))
    let (other, music) = (script.operation("other"), script.operation("music"))
    script.run(music, on: script.queue("music"), enqueued: 0, started: 0, finished: 3_000)
    script.run(other, on: script.queue("others"), enqueued: 0, started: 0, finished: 3_000)
    script.at(ms: 1).by(other).wait(for: music)
    script.run(album, on: queue, enqueued: 0, started: 1, finished: 2_000)
    script.at(ms: 2).by(album).enqueue(photo, on: photos)
    script.at(ms: 3).by(album).wait(for: photo)
    script.run(photo, started: 1_203, finished: 1_300)
    script.at(ms: 1_300).by(album).endWait(for: photo)
    script.at(ms: 3_000).by(other).endWait(for: music)
    let finding = script.diagnosis().only
    #expect(finding?.operations == [album])
    #expect(finding?.certainty == .likely)
    #expect(
      finding?.sentence
        == "album waited for photo, which got no thread for 1.20 s while 2 operations blocked "
        + "worker threads in waits."
    )
    // The photo is on a queue of its own already.
    #expect(
      finding?.advice
        == "Let what comes after the wait in album be an operation of its own that depends on photo; "
        + "or let fewer operations wait at once than there are processors (2), such as by the limit "
        + "of queue albums: each wait keeps a worker thread that others need."
    )
  }

  @Test func tellsManyOfAQueueTogether() {
    let queue = script.queue("albums", limit: 40)
    for number in 0..<20 {
      let photo = script.operation("photo\(number)")
      _ = album(on: queue, waitingFor: photo, on: queue, name: "album\(number)")
    }
    let finding = script.diagnosis().only
    #expect(finding?.operations.count == 20)
    #expect(finding?.proof.count == 13)
    #expect(
      finding?.sentence
        == "20 operations kept their slots of queue albums (limit 40) while they waited for others "
        + "that needed a slot there too: album0, album1, album2 and 17 more."
    )
  }

  @Test func isSafeHoweverLongTheChainIs() {
    let (queue, steps) = (script.queue("albums", limit: 2), script.queue("steps"))
    var last = script.operation("first")
    script.run(last, on: queue, enqueued: 1.5, started: 2, finished: 2)
    for number in 0..<15_000 {
      let next = script.operation("step\(number)")
      script.at(ms: 1.5).depend(next, on: last)
      script.run(next, on: steps, enqueued: 1.5, started: 3, finished: 3)
      last = next
    }
    let photo = script.operation("photo")
    script.at(ms: 1.5).depend(photo, on: last)
    let album = album(on: queue, waitingFor: photo, on: steps)
    let finding = script.diagnosis().findings.first { $0.rule == "blocking-wait-in-operation" }
    #expect(finding?.operations == [album])
  }

  // MARK: Near misses

  @Test func isSilentAboutAWaitForAnotherQueue() {
    let (queue, photos) = (script.queue("albums", limit: 1), script.queue("photos", limit: 1))
    _ = album(on: queue, waitingFor: script.operation("photo"), on: photos)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutWhatHadItsSlotBefore() {
    let queue = script.queue("albums", limit: 2)
    let (photo, album) = (script.operation("photo"), script.operation("album"))
    script.run(photo, on: queue, enqueued: 0, started: 2, finished: 300)
    script.run(album, on: queue, enqueued: 0.5, started: 1, finished: 400)
    script.at(ms: 3).by(album).wait(for: photo)
    script.at(ms: 300).by(album).endWait(for: photo)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutWhatHadFinished() {
    let queue = script.queue("albums", limit: 2)
    let (photo, album) = (script.operation("photo"), script.operation("album"))
    script.run(album, on: queue, enqueued: 0, started: 1, finished: 400)
    script.at(ms: 2).by(album).enqueue(photo, on: queue)
    script.run(photo, started: 3, finished: 4)
    script.at(ms: 5).by(album).wait(for: photo)
    script.at(ms: 5).by(album).endWait(for: photo)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func leavesADeadlockToItsOwnRule() {
    let queue = script.queue("albums", limit: 1)
    let (photo, album) = (script.operation("photo"), script.operation("album"))
    script.run(album, on: queue, enqueued: 0, started: 1)
    script.at(ms: 2).by(album).enqueue(photo, on: queue).wait(for: photo)
    #expect(script.diagnosis(endMs: 9_000).rules == ["self-deadlock"])
  }

  @Test func isSilentWhereAThreadCameSoon() {
    script.at(ms: 0).processors(1)
    let (queue, photos) = (script.queue("albums"), script.queue("photos"))
    _ = album(on: queue, waitingFor: script.operation("photo"), on: photos)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test(arguments: [3, nil] as [Int?])
  func isSilentWhereOtherThingsTookTheThreads(processors: Int?) {
    if let processors { script.at(ms: 0).processors(processors) }
    let (queue, photos) = (script.queue("albums"), script.queue("photos"))
    let (photo, album) = (script.operation("photo"), script.operation("album"))
    script.run(album, on: queue, enqueued: 0, started: 1, finished: 2_000)
    script.at(ms: 2).by(album).enqueue(photo, on: photos).wait(for: photo)
    script.run(photo, started: 1_203, finished: 1_300)
    script.at(ms: 1_300).by(album).endWait(for: photo)
    #expect(script.diagnosis().findings.isEmpty)
  }
}
