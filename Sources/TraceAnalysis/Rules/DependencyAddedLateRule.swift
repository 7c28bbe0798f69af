import TraceEvents
import TraceModel

/// A dependency that was added after its operation had been added to a queue, or had started.
///
/// Silent where the operation could not have started anyway (see `LateDependencies`), where it had been cancelled, where
/// what it was to wait for had finished already or was a dependency of it before.
package struct DependencyAddedLateRule: MisuseRule {
  package let name = "dependency-added-late"
  package let thresholds: [DiagnosisThresholds.Name] = []
  package let explanation = RuleExplanation(
    what: "A dependency was added to an operation that was in a queue already, or had started.",
    why: "A queue may start an operation as soon as it has got it. After the start a dependency "
      + "has no effect, and before it the call races with the queue.",
    change: "Add all dependencies first, and the operation to its queue last; or suspend the queue "
      + "until all is set up.",
    wrong: """
      queue.addOperation(consumer)
      hasBegun.wait()
      consumer.addDependency(producer)
      queue.addOperation(producer)
      """,
    right: """
      queue.isSuspended = true
      queue.addOperation(consumer)
      consumer.addDependency(producer)
      queue.addOperation(producer)
      queue.isSuspended = false
      """
  )

  package init() {}

  package func cases(in context: DiagnosisContext) -> [LateDependency] {
    LateDependencies(context.facts).harmful
  }
}

// MARK: - Words

extension DependencyAddedLateRule {
  package func sentence(for misuse: LateDependency, in context: DiagnosisContext) -> String {
    let (dependent, dependency) = pair(misuse, in: context)
    let milestones = context.facts.operation(misuse.dependent).milestones
    let words = MisuseWords(context)
    let subject = "The dependency of \(dependent) on \(dependency) was added"
    if misuse.isAfterStart {
      let time = words.time(from: milestones.started ?? .zero, to: misuse.since)
      return "\(subject) \(time) after \(dependent) had started: it has no effect."
    }
    let time = words.time(from: milestones.enqueued ?? .zero, to: misuse.since)
    let queue = context.facts.index.queue(of: misuse.dependent).map { context.names.queue($0) }
    return "\(subject) \(time) after \(dependent) had been added to \(queue ?? "its queue"), which "
      + "could have started it by then."
  }

  package func summary(of cases: [LateDependency], in context: DiagnosisContext) -> String {
    let pairs = cases.prefix(4).map { misuse in
      let (dependent, dependency) = pair(misuse, in: context)
      return "\(dependent) on \(dependency)"
    }
    let late = cases.count(where: \.isAfterStart)
    let share =
      switch late {
      case 0: "when their queue could have started them already"
      case cases.count: "after the start, and have no effect"
      default: "when it was too late for \(CountText.grouped(late)), and a race for the others"
      }
    return "\(CountText.of(cases.count, "dependency", "dependencies")) of operations were added "
      + "\(share): \(CountText.list(pairs, of: cases.count))."
  }

  private func pair(_ misuse: LateDependency, in context: DiagnosisContext) -> (String, String) {
    (context.names.operation(misuse.dependent), context.names.operation(misuse.dependency))
  }

  package func evidence(for misuse: LateDependency, in context: DiagnosisContext) -> [String] {
    let (dependent, dependency) = pair(misuse, in: context)
    let milestones = context.facts.operation(misuse.dependent).milestones
    let since = DurationText.short(misuse.since.nanoseconds)
    var line =
      if let enqueued = milestones.enqueued {
        "\(dependent) was added to its queue \(MisuseWords(context).moment(enqueued))"
      } else {
        "\(dependent) is in no queue"
      }
    let call = "came to depend on \(dependency) \(since) into it"
    guard let started = milestones.started else {
      return [line + " and \(call); it has not started"]
    }
    line += ", started \(DurationText.short(started.nanoseconds)) into it and \(call)"
    let finished = context.facts.operation(misuse.dependency).milestones.finished
    let isInOrder = finished.map { $0 <= started } ?? false
    return [
      line + "; \(dependency) \(isInOrder ? "had" : "had not") finished when \(dependent) started"
    ]
  }

  package func edges(for misuse: LateDependency, in context: DiagnosisContext) -> [ProofEdge] {
    [
      ProofEdge(
        from: .operation(context.facts.operation(misuse.dependent).id),
        to: .operation(context.facts.operation(misuse.dependency).id),
        by: .dependency
      )
    ]
  }

  package func advice(for cases: [LateDependency], in context: DiagnosisContext) -> String {
    let names = context.names.operations(Set(cases.map(\.dependent)).sorted())
    let own = cases.count == 1 ? "its queue" : "their queue"
    return "Call addDependency before \(names) is added to \(own), or suspend the queue meanwhile."
  }
}
