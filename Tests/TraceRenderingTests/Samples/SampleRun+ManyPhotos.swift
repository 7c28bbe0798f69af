import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

extension SampleRun {
  /// An import of 200 photos, of which one is stuck: too many operations to draw each of them.
  static let manyPhotos: SampleRun = {
    let script = TraceScript()
    script.header.program = "import of 200 photos"
    let images = script.queue("images", limit: 2)
    let network = script.queue("network <b>", limit: 4)
    let open = script.operation("open library")
    let finish = script.operation("finish")
    script.run(open, on: images, enqueued: 0, started: 1, finished: 20)
    for number in 1...200 {
      let load = script.operation("load \(number)")
      let thumbnail = script.operation("thumbnail \(number)", class: "ThumbnailOperation")
      let upload = script.operation("upload \(number)", class: "UploadOperation")
      script.at(ms: 0).depend(load, on: open).depend(thumbnail, on: load)
      script.at(ms: 0).depend(upload, on: thumbnail).depend(finish, on: upload)
      let start = 20 + Double(number) * 10
      let length = Double(2 + number % 5)
      script.run(load, on: images, enqueued: 0, started: start, finished: start + 1)
      script.run(thumbnail, on: images, enqueued: 0, started: start + 1, finished: start + length)
      if number == 50 {
        script.at(ms: 3).cancel(upload)
        script.run(upload, on: network, enqueued: 0, started: 3, finished: 3)
      } else if number == 117 {
        script.run(upload, on: network, enqueued: 0, started: start + length)
      } else {
        let end = start + length + 8
        script.run(upload, on: network, enqueued: 0, started: start + length, finished: end)
      }
    }
    script.at(ms: 0).enqueue(finish, on: network)
    let trace = script.trace(endMs: 30_000)
    return SampleRun(name: "many-photos", trace: trace, diagnosis: trace.diagnosis())
  }()
}
