import TraceAnalysis
import TraceEvents
package import TraceModel

extension Trace {
  /// The name to show for an operation, on one line and never blank; also for one that the trace does not know.
  func visibleName(of id: OperationID, charset: TextStyle.Charset = .unicode) -> String {
    self[id]?.visibleName(charset: charset) ?? "operation \(id.rawValue)"
  }

  /// The name to show for a queue, on one line and never blank; also for one that the trace does not know.
  func visibleName(of id: QueueID, charset: TextStyle.Charset = .unicode) -> String {
    self[id]?.visibleName(charset: charset) ?? "queue \(id.rawValue)"
  }

  /// The name to show for a thread: "main", its name, or its number.
  func visibleName(of id: ThreadID, charset: TextStyle.Charset = .unicode) -> String {
    self[id]?.visibleName(charset: charset) ?? "thread \(id.rawValue)"
  }
}

extension TracedOperation {
  /// The name to show, on one line and never blank.
  package func visibleName(charset: TextStyle.Charset = .unicode) -> String {
    let name = VisibleText.line(displayName, charset: charset)
    if !VisibleText.isBlank(name) { return name }
    return "\(visibleClass(charset: charset)) \(id.rawValue)"
  }

  /// What it is: its class, or "barrier" for the one that Foundation makes.
  func visibleClass(charset: TextStyle.Charset = .unicode) -> String {
    if isBarrier { return "barrier" }
    let name = VisibleText.line(className, charset: charset)
    return VisibleText.isBlank(name) ? "operation" : name
  }

  /// Its priority in words; nil for the normal one, and for barriers, which have one of Foundation's own.
  var priorityInWords: String? {
    isBarrier ? nil : enqueueDetail.priorityInWords
  }
}

extension EnqueueDetail {
  /// The priority in words; nil for the normal one.
  var priorityInWords: String? {
    switch priority {
    case 0: nil
    case ...(-8): "very low"
    case ..<0: "low"
    case 1..<8: "high"
    default: "very high"
    }
  }

  /// Its quality of service in words; nil for the default.
  ///
  /// The raw values of Foundation on Linux and on Apple platforms differ, and do not overlap.
  var qualityOfServiceInWords: String? {
    switch qualityOfService {
    case 0, 0x21: "user interactive"
    case 1, 0x19: "user initiated"
    case 2, 0x11: "utility"
    case 3, 0x09: "background"
    default: nil
    }
  }
}

extension TracedQueue {
  /// The name to show, on one line and never blank.
  func visibleName(charset: TextStyle.Charset = .unicode) -> String {
    let name = VisibleText.line(displayName, charset: charset)
    return VisibleText.isBlank(name) ? "queue \(id.rawValue)" : name
  }

  /// Its limit in words, such as "limit 2" or "no limit".
  var limitInWords: String {
    limit.map { "limit \($0)" } ?? "no limit"
  }

  /// What is known of its use, such as "limit 2, peak 2, mean 1.4, busy 91 %".
  var useInWords: String {
    useInParts.joined(separator: ", ")
  }

  /// The same in parts, the most telling first.
  var useInParts: [String] {
    [
      limitInWords, "peak \(CountText.grouped(peakConcurrency))",
      "mean \(CountText.mean(meanConcurrency))", "busy \(CountText.percent(busyShare))",
    ]
  }
}

extension TracedThread {
  /// The name to show: "main", its name, or its number.
  func visibleName(charset: TextStyle.Charset = .unicode) -> String {
    let name = VisibleText.line(displayName, charset: charset)
    return VisibleText.isBlank(name) ? "thread \(id.rawValue)" : name
  }
}
