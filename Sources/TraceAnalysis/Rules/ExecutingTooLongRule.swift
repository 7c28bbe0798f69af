import TraceEvents
import TraceModel

/// An operation whose thread has been inside `start()` for very long.
///
/// Silent below the stall threshold, about a kind that usually takes as long, and, while others move, about one that nothing
/// waits for. Where a watchdog recorded the thread's stack, the finding says where it is and what it waits for there.
package struct ExecutingTooLongRule: StallRule {
  package let name = "executing-too-long"
  package let thresholds: [DiagnosisThresholds.Name] = [.stall]
  package let explanation = RuleExplanation(
    what: "An operation's thread has been inside start() for far longer than it should take.",
    why: "The thread is blocked by a lock, a semaphore or input and output, or it computes in a "
      + "loop that does not end.",
    change: "Look at the thread's stack, and let what it waits for have an end, such as a timeout; "
      + "what is meant to go on for as long as the program does is better a thread, or allowed.",
    wrong: """
      let upload = BlockOperation {
        let answered = DispatchSemaphore(value: 0)
        send { answer in if answer != nil { answered.signal() } }
        answered.wait()
      }
      """,
    right: """
      let upload = BlockOperation {
        let answered = DispatchSemaphore(value: 0)
        send { _ in answered.signal() }
        answered.wait()
      }
      """
  )

  package init() {}

  package func roots(in facts: StallFacts) -> [StallRoot] {
    facts.situations.indices.compactMap { position in
      guard facts.situations[position] == .inside, facts.isOverdue[position],
        facts.graph.digraph.edges(from: position).isEmpty
      else { return nil }
      let milestones = facts.operation(position).milestones
      return StallRoot(
        rule: name,
        operations: [position],
        queues: facts.index.queue(of: position).map { [$0] } ?? [],
        since: milestones.started ?? milestones.seen,
        certainty: .likely
      )
    }
  }

  package func sentence(for root: StallRoot, in context: DiagnosisContext) -> String {
    let words = StallWords(context)
    let operation = root.operations[0]
    var text =
      "\(context.names.operation(operation)) has been executing\(thread(of: operation, in: context)) "
      + "for \(words.age(of: root)), and its start() has not returned"
    if let place = StackWords(context).whereabouts(of: operation) {
      text += "; its thread \(place)"
    }
    if let slot = words.slot(of: operation) { text += "; \(slot)" }
    return text + words.waiting(for: [root]) + "."
  }

  package func summary(of roots: [StallRoot], in context: DiagnosisContext) -> String {
    let words = StallWords(context)
    let operations = context.names.operations(roots.flatMap(\.operations))
    let queues = roots.first?.queues ?? []
    let common = StackWords(context).commonPlace(of: roots.flatMap(\.operations))
    let place = queues.isEmpty ? "" : " of \(context.names.queues(queues))"
    return "\(CountText.of(roots.count, "operation"))\(place) have been executing for up to "
      + "\(words.oldest(of: roots)), and their start() has not returned: \(operations)"
      + (common.map { "; all of their threads are in \($0)" } ?? "")
      + "\(words.waiting(for: roots))."
  }

  package func evidence(for root: StallRoot, in context: DiagnosisContext) -> [String] {
    let operation = root.operations[0]
    let began = DurationText.short(root.since.nanoseconds)
    var line =
      "\(context.names.operation(operation)) entered start()\(thread(of: operation, in: context)) "
      + "\(began) into the recording, and is in no wait that the recording shows"
    if let comparison = StallWords(context).comparison(of: operation) { line += "; \(comparison)" }
    let stack = StackWords(context)
    // Of several that are told together, one line each is enough.
    let isAlone = context.roots(of: name).count { $0.queues == root.queues } == 1
    if isAlone { return [line] + stack.lines(of: operation) }
    if let place = stack.whereabouts(of: operation) { line += "; its thread \(place)" }
    return [line]
  }

  package func advice(for roots: [StallRoot], in context: DiagnosisContext) -> String {
    let operations = roots.flatMap(\.operations)
    let stack = StackWords(context)
    let it = operations.count == 1 ? "it is" : "they are"
    let meant =
      stack.mayBeMeant(operations)
      ? " If \(it) meant to go on for as long as the program does, use a thread instead, or allow "
        + "\(name)."
      : ""
    return (stack.advice(for: operations) ?? search(among: operations, in: context)) + meant
  }

  /// What to change where it is not known where the threads are.
  private func search(among operations: [Int], in context: DiagnosisContext) -> String {
    let threads = operations.compactMap { context.facts.operation($0).startThread }
      .map { context.names.thread($0) }
    let place = threads.isEmpty ? "its thread" : CountText.list(threads)
    return "Look at the stack of \(place) for the lock, semaphore or input it waits for, and give "
      + "that a timeout; if it computes that long, raise the stall threshold."
  }

  private func thread(of operation: Int, in context: DiagnosisContext) -> String {
    context.facts.operation(operation).startThread.map { " on \(context.names.thread($0))" } ?? ""
  }
}
