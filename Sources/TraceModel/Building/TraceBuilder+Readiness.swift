import TraceEvents

extension TraceBuilder {
  /// Concludes when each operation was ready, what became of it, and its timeline but for slots and suspensions.
  mutating func resolveReadiness() {
    for operation in collector.operations.indices {
      let ready = ready(operation)
      collector.operations[operation].milestones.ready = ready
      collector.operations[operation].outcome = outcome(of: operation)
      let milestones = collector.operations[operation].milestones
      guard let begin = milestones.enqueued ?? milestones.started else { continue }
      collector.operations[operation].timeline = OperationTimeline(
        begin: begin,
        ready: ready,
        execution: milestones.started,
        end: milestones.finished ?? end
      )
    }
  }

  private func ready(_ operation: Int) -> TraceInstant? {
    let milestones = collector.operations[operation].milestones
    let traits = collector.operations[operation].classTraits
    let draft = collector.drafts[operation]
    guard let enqueued = milestones.enqueued else { return milestones.started }

    var ready = heldUntil[operation]
    if let cancelled = milestones.cancelled, draft.cancellation == .beforeStart {
      ready = min(ready, cancelled.nanoseconds)
    }
    if traits.contains(.overridesIsReady) || draft.saidReady != nil {
      ready = max(ready, draft.saidReady?.nanoseconds ?? Self.never)
    }
    ready = max(ready, enqueued.nanoseconds)

    if let started = milestones.started {
      return TraceInstant(nanoseconds: min(ready, max(started, enqueued).nanoseconds))
    }
    // Whoever finishes without a start is ready no more.
    let limit = max(milestones.finished ?? end, enqueued)
    return ready <= limit.nanoseconds ? TraceInstant(nanoseconds: ready) : nil
  }

  private func outcome(of operation: Int) -> TracedOperation.Outcome {
    let draft = collector.drafts[operation]
    let isFailed = collector.operations[operation].failure != nil
    if collector.operations[operation].milestones.finished == nil { return .unfinished }
    // A failure that was reported after the cancel is how the operation tells of the cancel.
    if isFailed, draft.failedFirst { return .failed }
    switch draft.cancellation {
    case .beforeStart:
      return ranAllTheSame(collector.operations[operation])
        ? .cancelledWhileExecuting : .cancelledBeforeStart
    case .whileExecuting: return .cancelledWhileExecuting
    case .afterFinish, nil: return isFailed ? .failed : .succeeded
    }
  }

  /// Whether an operation ran although it had been cancelled before: its class decides that itself, and it took far longer
  /// than to see that it is cancelled.
  private func ranAllTheSame(_ traced: TracedOperation) -> Bool {
    guard let started = traced.milestones.started, let finished = traced.milestones.finished,
      !traced.classTraits.isDisjoint(with: [.overridesStart, .overridesCancel])
    else { return false }
    return finished > started && finished.nanoseconds(since: started) > 50_000_000
  }
}
