#if os(Linux)
import Foundation
import TraceEvents
import TraceRendering

/// Puts a copy of a bounded trace aside for each new stall: what led to it would be dropped some time.
final class StallCopies: @unchecked Sendable {
  // Only used on the thread of the lookout.
  private var names: CopyNames

  init(of path: String) {
    names = CopyNames(of: path)
  }

  /// Writes what was read of the trace.
  ///
  /// - Returns: Where it is, or why it is not, in one line that is safe to show.
  func put(aside log: EventLog) -> String {
    let copy = names.free()
    do throws(CommandFailure) {
      try OutputFile(copy).write(TraceFileWriter.bytes(of: log))
      return VisibleText.line(names.add(copy))
    } catch {
      return "no copy was put aside: \(error.message)"
    }
  }
}
#endif
