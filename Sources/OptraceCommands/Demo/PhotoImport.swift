import Foundation

/// A program to be traced: it imports one photo by twelve operations on three queues, and hangs.
///
/// Nothing in it knows that it is traced. What takes time only waits: there is no photo, and no network.
struct PhotoImport {
  private let imports = OperationQueue()
  private let index = OperationQueue()
  private let uploads = OperationQueue()

  /// The queues on which it happens.
  var queues: [OperationQueue] { [imports, index, uploads] }

  init() {
    imports.name = "import"
    imports.maxConcurrentOperationCount = 2
    index.name = "index"
    index.maxConcurrentOperationCount = 1
    uploads.name = "upload"
    uploads.maxConcurrentOperationCount = 3
  }

  /// Puts the operations into their queues, and returns while they execute.
  func start() {
    // A diamond: two ways lead from the download to the saved photo.
    let download = TransferOperation("download original", milliseconds: 180)
    let decode = DecodeOperation("decode RAW", milliseconds: 200, after: download)
    let thumbnail = DecodeOperation("make thumbnail", milliseconds: 180, after: decode)
    let geocode = GeocodeOperation("geocode", milliseconds: 150)
    let metadata = MetadataOperation("read metadata", milliseconds: 80, after: download)
    metadata.geocode = geocode
    geocode.addDependency(metadata)
    let save = SaveOperation("save photo", milliseconds: 80, after: thumbnail, metadata)

    // Nothing looks whether the place was found, so this one runs after a cancelled dependency.
    let places = IndexOperation("index places", milliseconds: 160, after: geocode)
    let words = IndexOperation("index words", milliseconds: 120, after: decode)
    let album = IndexOperation("update album", milliseconds: 70, after: save, places, words)

    // The network fails while the original goes up, and nobody tells the operation.
    let uploadThumbnail = TransferOperation("upload thumbnail", milliseconds: 140)
    uploadThumbnail.addDependency(thumbnail)
    let uploadOriginal = TransferOperation("upload original", milliseconds: 100, fails: true)
    uploadOriginal.addDependency(save)
    let notify = BlockOperation {}
    notify.name = "notify"
    notify.addDependency(uploadThumbnail)
    notify.addDependency(uploadOriginal)

    imports.addOperations(
      [download, decode, thumbnail, metadata, geocode, save],
      waitUntilFinished: false
    )
    index.addOperations([places, words, album], waitUntilFinished: false)
    uploads.addOperations([uploadThumbnail, uploadOriginal, notify], waitUntilFinished: false)
  }
}

/// A step that keeps its thread busy until it is done.
private class Step: Operation, @unchecked Sendable {
  private let duration: TimeInterval

  init(_ name: String, milliseconds: Int, after dependencies: Operation...) {
    duration = Double(milliseconds) / 1000
    super.init()
    self.name = name
    dependencies.forEach(addDependency)
  }

  override func main() {
    Thread.sleep(forTimeInterval: duration)
  }
}

// Sendable as Step is.
private final class DecodeOperation: Step, @unchecked Sendable {}

// Sendable as Step is.
private final class SaveOperation: Step, @unchecked Sendable {}

// Sendable as Step is.
private final class IndexOperation: Step, @unchecked Sendable {}

// Sendable as Step is.
private final class GeocodeOperation: Step, @unchecked Sendable {}

/// Reads where the photo was taken, and calls off the search for the place when it doesn't say.
private final class MetadataOperation: Step, @unchecked Sendable {
  weak var geocode: GeocodeOperation?

  override func main() {
    super.main()
    geocode?.cancel()
  }
}

/// Sends or fetches a file without keeping a thread busy.
private final class TransferOperation: AsynchronousOperation, @unchecked Sendable {
  private let duration: TimeInterval
  private let fails: Bool

  init(_ name: String, milliseconds: Int, fails: Bool = false) {
    duration = Double(milliseconds) / 1000
    self.fails = fails
    super.init()
    self.name = name
  }

  override func main() {
    // A thread of its own stands for the network: it must not depend on the threads of the queues.
    Thread.detachNewThread { [self] in
      Thread.sleep(forTimeInterval: duration)
      // The mistake to be found: an error is noticed, and finish() forgotten.
      guard !fails else { return }
      finish()
    }
  }
}
