import TraceAnalysis
import TraceEvents
import TraceModel

/// Says events in words.
struct EventWords {
  private let annotated: AnnotatedTrace

  init(_ annotated: AnnotatedTrace) {
    self.annotated = annotated
  }

  /// What happened to the operation or queue of an event; nil for one that only says who is who.
  func words(for event: TraceEvent) -> String? {
    switch event.kind {
    case .operationSeen, .operationNamed, .queueSeen, .queueNamed, .classSeen, .threadSeen,
      .processorsSeen:
      nil
    case .enqueued, .dependencyAdded, .dependencyRemoved, .dependencyCallReturned:
      relationWords(for: event)
    case .ready: "ready"
    case .started: event.flags.contains(.byProgram) ? "started by the program" : "started"
    case .startReturned: "start() returned"
    case .finished: "finished"
    case .cancelled: "cancelled"
    case .deallocated, .queueDeallocated: "deallocated"
    case .priorityChanged: "priority set to \(priority(event))"
    case .completionBegan: "completion block began"
    case .completionEnded: "completion block ended"
    case .completionBlockSet:
      event.flags.contains(.cleared) ? "completion block removed" : "completion block set"
    case .unknownKeyNotified: "notified the key \"\(text(event))\", which Foundation ignores"
    case .finishedAgain: "notified again that it is finished"
    case .finishNotificationReturned:
      "notification that it is finished returned after \(annotated.duration(event.argument))"
    case .waitBegan: "wait for it to finish began"
    case .waitEnded: "wait for it to finish ended"
    case .waitAllBegan: "wait for all its operations began"
    case .waitAllEnded: "wait for all its operations ended"
    case .queueSuspended: "suspended"
    case .queueResumed: "resumed"
    case .queueLimitChanged: "limit set to \(limit(event))"
    case .queueCancelledAll: "all its operations cancelled"
    case .barrierAdded: "barrier \(event.argument) added"
    case .barrierBegan: "barrier \(event.argument) began"
    case .barrierEnded: "barrier \(event.argument) ended"
    case .failed: "failed: \(text(event))"
    case .noted: "note: \(text(event))"
    case .finishedUnnotified: "found finished, but its queue was never told"
    case .callBlocked: blockedWords(for: event)
    case .callReturned: "\(call(event)) returned after all"
    case .stackRecorded: stackWords(for: event)
    case .lost: lossWords(for: event)
    case .stopped: "recording stopped"
    }
  }

  private func relationWords(for event: TraceEvent) -> String {
    switch event.kind {
    case .enqueued:
      let queue = event.queue.map { annotated.name($0) } ?? "a queue"
      if event.flags.contains(.adopted) { return "was in \(queue) before the recording began" }
      let cancelled = event.flags.contains(.cancelled) ? ", cancelled already" : ""
      let words = "added to \(queue)\(cancelled)"
      let isBarrier = event.operation.flatMap { annotated.trace[$0] }?.isBarrier ?? false
      let priority = EnqueueDetail(packed: event.detail).priorityInWords
      return isBarrier ? words : words + (priority.map { ", priority \($0)" } ?? "")
    case .dependencyAdded:
      let late = event.flags.contains(.seenLate) ? " (seen late)" : ""
      return "depends on \(other(event))\(late)"
    case .dependencyRemoved:
      return "no longer depends on \(other(event))"
    default:
      return "addDependency of \(other(event)) returned"
    }
  }

  private func blockedWords(for event: TraceEvent) -> String {
    let thread = event.argument & 0xFFFF_FFFF
    let age = annotated.duration(
      (event.argument >> 32).multipliedReportingOverflow(by: 1_000_000).partialValue
    )
    return "\(call(event)) has not returned on thread \(thread) for \(age)"
  }

  private func stackWords(for event: TraceEvent) -> String {
    let stack = ThreadStack(text: annotated.trace.log.string(at: event.argument) ?? "")
    guard let place = stack.place else { return "stack of its thread recorded" }
    return "its thread was found in \(annotated.cut(place, to: 200))"
  }

  private func call(_ event: TraceEvent) -> String {
    TraceEvent.FoundationCall(rawValue: event.detail)?.name ?? "a call of Foundation"
  }

  private func lossWords(for event: TraceEvent) -> String {
    let reason =
      switch TraceEvent.LossReason(rawValue: event.detail) {
      case .noSpace: "the disk was full or the file could not grow"
      case .limit: "the recorder's limit was reached"
      case .damaged: "a part of the file could not be read"
      case nil: "reason \(event.detail)"
      }
    let count = Int(clamping: event.argument)
    return "\(CountText.of(count, "event")) lost: \(reason)"
  }

  private func other(_ event: TraceEvent) -> String {
    guard let number = UInt32(exactly: event.argument) else { return "an unknown operation" }
    return annotated.numberedName(OperationID(rawValue: number))
  }

  private func text(_ event: TraceEvent) -> String {
    annotated.cut(annotated.trace.log.string(at: event.argument) ?? "", to: 200)
  }

  private func limit(_ event: TraceEvent) -> String {
    let limit = Int64(bitPattern: event.argument)
    return limit == -1 ? "the default" : "\(limit)"
  }

  private func priority(_ event: TraceEvent) -> String {
    EnqueueDetail(packed: event.detail).priorityInWords ?? "normal"
  }
}
