// Imports a photo. Two steps that don't need each other run side by side, and the main thread shows the result:
//
//                 ┌── make thumbnail ──┐
//   read photo ───┤                    ├─── write album entry ─── show in library (main queue)
//                 └── measure light ───┘

import Foundation
import OperationTracing

OperationTracer.startFromEnvironment()

// Each step keeps what it made where the steps that depend on it find it. It writes before it
// finishes, they read after they have started: never both at once, which is why no lock is needed.

/// Reads the photo, one byte of brightness a pixel.
final class ReadPhoto: Operation, @unchecked Sendable {
  static let width = 512
  private(set) var pixels: [UInt8] = []

  override func main() {
    // Stands for a file: a picture that gets brighter to the right.
    let row = (0..<Self.width).map { UInt8($0 * 256 / Self.width) }
    pixels = (0..<Self.width).flatMap { _ in row }
  }
}

/// Makes a small picture of every sixteenth pixel.
final class MakeThumbnail: Operation, @unchecked Sendable {
  private(set) var pixels: [UInt8] = []

  override func main() {
    guard let photo = dependencies.lazy.compactMap({ $0 as? ReadPhoto }).first else { return }
    pixels = stride(from: 0, to: photo.pixels.count, by: 16).map { photo.pixels[$0] }
  }
}

/// Measures the mean brightness.
final class MeasureLight: Operation, @unchecked Sendable {
  private(set) var mean = 0

  override func main() {
    guard let photo = dependencies.lazy.compactMap({ $0 as? ReadPhoto }).first else { return }
    mean = photo.pixels.reduce(0) { $0 + Int($1) } / max(1, photo.pixels.count)
  }
}

let read = ReadPhoto()
read.name = "read photo"

let thumbnail = MakeThumbnail()
thumbnail.name = "make thumbnail"
thumbnail.addDependency(read)

let light = MeasureLight()
light.name = "measure light"
light.addDependency(read)

let entry = BlockOperation {
  // Stands for a write to the album's database.
  Thread.sleep(forTimeInterval: 0.01)
}
entry.name = "write album entry"
entry.addDependency(thumbnail)
entry.addDependency(light)

let show = BlockOperation {
  print("imported: thumbnail of \(thumbnail.pixels.count) pixels, mean brightness \(light.mean)")
}
show.name = "show in library"
show.addDependency(entry)

let imports = OperationQueue()
imports.name = "imports"
imports.maxConcurrentOperationCount = 2
imports.addOperations([read, thumbnail, light, entry], waitUntilFinished: false)
OperationQueue.main.addOperation(show)

// The main queue is served by the main thread's run loop. A wait for `show` here would never end.
while !show.isFinished, RunLoop.main.run(mode: .default, before: .distantFuture) {}
