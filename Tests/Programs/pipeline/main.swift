// A pipeline whose steps take what the environment says, in milliseconds, so that two runs of it differ where a test wants.

import Foundation
import OperationTracing

OperationTracer.startFromEnvironment()

let environment = ProcessInfo.processInfo.environment

/// A number that the environment sets.
func setting(_ name: String, _ standard: Int) -> Int {
  environment[name].flatMap { Int($0) } ?? standard
}

/// A step that takes some milliseconds.
func step(_ name: String, milliseconds: Int) -> Operation {
  let operation = BlockOperation { usleep(UInt32(milliseconds) * 1_000) }
  operation.name = name
  return operation
}

/// An asynchronous operation that is never finished.
final class Upload: Operation, @unchecked Sendable {
  override var isAsynchronous: Bool { true }
  override func start() {}
}

let images = OperationQueue()
images.name = "images"
images.maxConcurrentOperationCount = setting("SLOTS", 2)

let load = step("load", milliseconds: 10)
let thumbnails = (1...setting("THUMBNAILS", 6)).map { number in
  step("thumbnail \(number)", milliseconds: setting("THUMBNAIL_MS", 10))
}
let save = step("save", milliseconds: 10)
for thumbnail in thumbnails {
  thumbnail.addDependency(load)
  save.addDependency(thumbnail)
}
images.addOperations([load] + thumbnails + [save], waitUntilFinished: true)

if setting("HANG", 0) > 0 {
  let upload = Upload()
  upload.name = "upload"
  images.addOperation(upload)
  Thread.sleep(forTimeInterval: 1.5)
}
