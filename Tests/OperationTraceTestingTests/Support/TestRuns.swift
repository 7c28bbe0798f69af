import TraceEvents
import TraceModel
import TraceTestSupport

/// Runs that the expectations of these tests are about.
enum TestRuns {
  /// Six pictures on a queue of two slots, an upload on another one, and a download that is cancelled.
  ///
  /// "resize 3" and "resize 4" overlap; "upload" does not wait for "resize 4"; two operations are named "report"; "skipped" is
  /// cancelled before it starts; "never" is added and never starts; "show" runs on the main thread.
  static let pictures: Trace = {
    let script = TraceScript()
    script.header.program = "pictures"
    let (images, network) = (script.queue("images", limit: 2), script.queue("network"))
    let main = script.queue(isMain: true)
    let load = script.operation("load")
    script.run(load, on: images, enqueued: 1, started: 2, finished: 10)
    let starts: [Double] = [11, 21, 31, 36]
    for (number, start) in starts.enumerated() {
      let resize = script.operation("resize \(number + 1)", class: "Resize")
      script.run(resize, on: images, enqueued: 1, started: start, finished: start + 9)
    }
    let upload = script.operation("upload", class: "Upload")
    script.run(upload, on: network, enqueued: 1, started: 42, finished: 80)
    let download = script.operation("download", class: "Download")
    script.run(download, on: network, enqueued: 1, started: 3, finished: 65)
    script.at(ms: 15).cancel(download)
    let skipped = script.operation("skipped", class: "Upload")
    script.at(ms: 2).enqueue(skipped, on: network)
    script.at(ms: 4).cancel(skipped)
    script.run(skipped, started: 5, finished: 5.1)
    for start in [50.0, 60.0] {
      let report = script.operation("report")
      script.run(report, on: network, enqueued: 1, started: start, finished: start + 5)
    }
    let never = script.operation("never")
    script.at(ms: 3).enqueue(never, on: network)
    let show = script.operation("show")
    script.at(ms: 81).enqueue(show, on: main)
    script.at(ms: 82).on(script.mainThread).start(show)
    script.at(ms: 90).finish(show)
    script.at(ms: 70).by(upload).fail(upload, "no route to host")
    return script.trace(endMs: 100)
  }()
}
