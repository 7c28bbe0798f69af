import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

extension SampleRun {
  /// Twelve operations on three queues: a diamond, a cancelled branch that something ran on regardless, and an upload that
  /// never finishes.
  static let photoImport: SampleRun = {
    let script = TraceScript()
    script.header.program = "photo-import"
    let imports = script.queue("import", limit: 2)
    let network = script.queue("network", limit: 4)
    let index = script.queue("index", limit: 1)
    let load = script.operation("load raw data")
    let thumbnail = script.operation("generate thumbnail")
    let metadata = script.operation("extract metadata")
    let decode = script.operation("decode RAW", class: "DecodeOperation")
    let finalize = script.operation("finalize import")
    let geocode = script.operation("geocode", class: "GeocodeOperation")
    let session = script.operation("open session", class: "SessionOperation")
    let upload = script.operation("upload original", class: "UploadOperation")
    let uploadThumbnail = script.operation("upload thumbnail", class: "UploadOperation")
    let notify = script.operation("notify")
    let words = script.operation("index words")
    let places = script.operation("index places")

    let dependencies: [(OperationID, [OperationID])] = [
      (thumbnail, [load]), (metadata, [load]), (decode, [load]),
      (finalize, [thumbnail, metadata, decode]), (geocode, [metadata]),
      (upload, [session, finalize]), (uploadThumbnail, [session, finalize]),
      (notify, [upload]), (words, [finalize, geocode]), (places, [uploadThumbnail]),
    ]
    for (operation, others) in dependencies {
      for other in others { script.at(ms: 0).depend(operation, on: other) }
    }
    script.run(load, on: imports, enqueued: 0, started: 0.2, finished: 84.2)
    script.run(thumbnail, on: imports, enqueued: 0, started: 84.3, finished: 236.3)
    script.run(metadata, on: imports, enqueued: 0, started: 84.5, finished: 116)
    script.run(decode, on: imports, enqueued: 0, started: 116.2, finished: 176.6)
    script.run(finalize, on: imports, enqueued: 0, started: 236.4, finished: 276.6)
    script.run(geocode, on: imports, enqueued: 0, finished: 117)
    script.at(ms: 116).cancel(geocode)
    script.run(session, on: network, enqueued: 0, started: 0.1, finished: 48)
    script.run(upload, on: network, enqueued: 0, started: 276.8)
    script.at(ms: 277).returnFromStart(upload)
    script.run(uploadThumbnail, on: network, enqueued: 0, started: 276.9, finished: 331.9)
    script.at(ms: 0).enqueue(notify, on: network)
    script.run(words, on: index, enqueued: 0, started: 276.7, finished: 298.7)
    script.run(places, on: index, enqueued: 0, started: 332, finished: 373)

    let trace = Trace(script.log(endMs: 412))
    let findings = [
      Finding(
        rule: "never-finished",
        severity: .error,
        certainty: .proven,
        operations: [upload],
        queues: [network],
        since: TraceInstant(nanoseconds: 277_000_000),
        sentence:
          "\"upload original\" returned from start() 135 ms before the end, and never finished.",
        proof: [
          "notify waits for its dependency upload original",
          "upload original: start() returned at 277 ms on thread 1008, and nothing set it to finished",
        ],
        advice: "Set isFinished on every path of UploadOperation, also when the transfer fails.",
        blocked: [notify]
      ),
      Finding(
        rule: "ran-after-cancelled-dependency",
        severity: .warning,
        certainty: .proven,
        operations: [words, geocode],
        since: TraceInstant(nanoseconds: 276_700_000),
        sentence: "\"index words\" ran although its dependency \"geocode\" was cancelled.",
        advice: "Check isCancelled of the dependencies at the start of \"index words\"."
      ),
    ]
    return SampleRun(
      name: "photo-import",
      trace: trace,
      diagnosis: Diagnosis(findings: findings, stalled: [upload: 0, notify: 0])
    )
  }()
}
