package import TraceEvents
import TraceModel

/// An operation that finished after a newer one for the same thing had, so that an old result may have replaced a new one.
///
/// Only names say what an operation is for, and most names say what kind of work it does. So the rule speaks only where names
/// stand for things (see `NamedThings`), and where both are of the same making: none of them was cancelled, failed, or was
/// given another priority, the same thread or operation added both, and what depends on them is the same, if anything.
package struct LateResultRule: MisuseRule {
  package let name = "late-result"
  package let thresholds: [DiagnosisThresholds.Name] = []
  package let explanation = RuleExplanation(
    what: "An operation finished after a newer one of the same name had: an old result may have "
      + "replaced a new one.",
    why: "Operations that run side by side finish in any order, and nobody told the older one "
      + "that it was not needed any more.",
    change: "Cancel the older operation when a newer one for the same thing is added, and look at "
      + "isCancelled before a result is stored; or let the newer one depend on it.",
    wrong: """
      queue.addOperations(thumbnails, waitUntilFinished: false)
      let edited = Thumbnail(photo: 3)
      queue.addOperation(edited)
      """,
    right: """
      queue.addOperations(thumbnails, waitUntilFinished: false)
      thumbnails[2].cancel()
      let edited = Thumbnail(photo: 3)
      queue.addOperation(edited)
      """
  )

  package init() {}

  package struct Case: MisuseCase {
    /// The older operation, which finished last.
    var older: Int
    /// The first newer one that had finished before it.
    var newer: Int
    package var since: TraceInstant
    package let certainty = Finding.Certainty.likely
    package var operations: [Int] { [older] }
  }

  package func cases(in context: DiagnosisContext) -> [Case] {
    let facts = context.facts
    let things = NamedThings(facts, context.names).repeated
    if things.isEmpty { return [] }
    let consumers = Consumers(facts)
    return things.flatMap { generations -> [Case] in
      var cases: [Case] = []
      // From the newest to the oldest, with the one that finished first of those seen so far.
      var first: Int?
      for position in generations.reversed() {
        let operation = facts.operation(position)
        guard operation.outcome == .succeeded, let finished = operation.milestones.finished else {
          continue
        }
        if let newer = first, let before = facts.operation(newer).milestones.finished,
          before < finished
        {
          if isSameMaking(position, newer, consumers, facts) {
            cases.append(Case(older: position, newer: newer, since: finished))
          }
        } else {
          first = position
        }
      }
      return cases.reversed()
    }
  }

  private func isSameMaking(
    _ older: Int,
    _ newer: Int,
    _ consumers: Consumers,
    _ facts: StallFacts
  ) -> Bool {
    let (a, b) = (facts.operation(older), facts.operation(newer))
    guard let enqueuedFirst = a.milestones.enqueued, let enqueuedThen = b.milestones.enqueued else {
      return false
    }
    return enqueuedFirst < enqueuedThen && a.creator == b.creator
      && a.enqueueThread == b.enqueueThread
      && a.enqueueDetail.priority == b.enqueueDetail.priority
      && consumers.areSame(older, newer)
  }

  /// What depends on operations.
  private struct Consumers {
    private let graph: Digraph

    init(_ facts: StallFacts) {
      var (sources, targets): ([Int], [Int]) = ([], [])
      for position in facts.index.trace.operations.indices {
        facts.index.forEachDependency(of: position) { dependency in
          sources.append(dependency)
          targets.append(position)
        }
      }
      graph = Digraph(
        nodeCount: facts.index.trace.operations.count,
        sources: sources,
        targets: targets
      )
    }

    func areSame(_ a: Int, _ b: Int) -> Bool {
      let (edgesOfA, edgesOfB) = (graph.edges(from: a), graph.edges(from: b))
      guard edgesOfA.count == edgesOfB.count else { return false }
      return Set(edgesOfA.map { graph.targets[$0] }) == Set(edgesOfB.map { graph.targets[$0] })
    }
  }
}

// MARK: - Words

extension LateResultRule {
  package func sentence(for misuse: Case, in context: DiagnosisContext) -> String {
    let (older, newer) = names(misuse, in: context)
    let finished = context.facts.operation(misuse.newer).milestones.finished ?? .zero
    return "\(older) finished \(MisuseWords(context).time(from: finished, to: misuse.since)) after "
      + "\(newer), which was added later for the same thing."
  }

  package func summary(of cases: [Case], in context: DiagnosisContext) -> String {
    "\(CountText.of(cases.count, "operation")) finished after newer ones of the same name had: "
      + "\(context.names.operations(cases.map(\.older)))."
  }

  package func evidence(for misuse: Case, in context: DiagnosisContext) -> [String] {
    let words = MisuseWords(context)
    let (older, newer) = names(misuse, in: context)
    let first = context.facts.operation(misuse.older).milestones
    let then = context.facts.operation(misuse.newer).milestones
    return [
      words.story([
        ("\(older) was added", first.enqueued ?? first.seen),
        (newer, then.enqueued ?? then.seen),
      ]),
      words.story([("\(newer) finished", then.finished ?? .zero), (older, misuse.since)]),
    ]
  }

  private func names(_ misuse: Case, in context: DiagnosisContext) -> (String, String) {
    (context.names.operation(misuse.older), context.names.operation(misuse.newer))
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    let names = context.names.operations(cases.map(\.older))
    return "Cancel \(names) when the newer one is added and let it look at isCancelled before it "
      + "stores its result, or let the newer one depend on it."
  }
}
