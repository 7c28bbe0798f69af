import TraceEvents
import TraceTestSupport

extension TraceScript {
  /// Ten operations with everything that a report can show: waits of each kind, a suspended queue, a barrier, one that failed, one
  /// that was cancelled, and one that does not end, with one behind it.
  static func album() -> TraceScript {
    let script = TraceScript()
    script.header.program = "album"
    script.header.startedAtUnixNanoseconds = 1_764_500_000_000_000_000
    let images = script.queue("images", limit: 2)
    let uploads = script.queue("uploads", limit: 1)
    let load = script.operation("load album")
    let decode = script.operation("decode cover", class: "DecodeOperation")
    let scale = script.operation("scale cover", class: "ScaleOperation")
    let check = script.operation("check colours")
    let barrier = script.barrier()
    let thumbnail = script.operation("thumbnail", class: "ScaleOperation")
    let send = script.operation("send cover", class: "UploadOperation")
    let announce = script.operation("announce")
    let save = script.operation("save album")
    let tidy = script.operation("tidy up")
    script.at(ms: 0).depend(decode, on: load).depend(scale, on: load).depend(send, on: decode)
    script.at(ms: 0).depend(save, on: send).depend(tidy, on: save)
    script.run(load, on: images, enqueued: 0, started: 0.2, finished: 10)
    script.run(decode, on: images, enqueued: 0, started: 10.1, finished: 40)
    script.run(scale, on: images, enqueued: 0, started: 10.2, finished: 20)
    script.run(check, on: images, enqueued: 1, started: 20.1, finished: 24)
    script.at(ms: 23).fail(check, "too dark")
    script.at(ms: 25).addBarrier(barrier, on: images)
    script.run(barrier, started: 40.2, finished: 45)
    script.run(thumbnail, on: images, enqueued: 26, started: 45.2, finished: 58)
    script.at(ms: 30).suspend(uploads)
    script.run(send, on: uploads, enqueued: 0, started: 60.1, finished: 80)
    script.run(announce, on: uploads, enqueued: 2)
    script.at(ms: 50).cancel(announce)
    script.at(ms: 60).resume(uploads)
    script.run(save, on: uploads, enqueued: 3, started: 80.2)
    script.run(tidy, on: images, enqueued: 4)
    return script
  }
}
