#if os(Linux)
import Foundation
import TraceEvents
import TraceRendering

/// Puts a copy of a bounded trace aside for each new stall: what led to it would be dropped some time.
final class StallCopies: @unchecked Sendable {
  // Only used on the thread of the lookout.
  private var names: CopyNames
  private let path: String

  init(of path: String) {
    self.path = path
    names = CopyNames(of: path)
  }

  /// Writes what was read of the trace, or all of it where that was a part.
  ///
  /// - Returns: Where it is, or why it is not, in one line that is safe to show.
  func put(aside log: EventLog) -> String {
    let copy = names.free()
    let isPart = log.horizon?.isExcerpt ?? false
    let log = isPart ? whole ?? log : log
    do throws(CommandFailure) {
      try OutputFile(copy).write(TraceFileWriter.bytes(of: log))
      return VisibleText.line(names.add(copy))
    } catch {
      return "no copy was put aside: \(error.message)"
    }
  }

  private var whole: EventLog? {
    (try? TraceFileImage.read(path: path)).flatMap { try? EventLog(growing: $0) }
  }
}
#endif
