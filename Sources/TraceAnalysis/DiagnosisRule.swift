package import TraceEvents

/// A fault that operations can have: knows it when it sees it in a trace, and can explain it.
///
/// Rules are values without state. They judge by the facts of a `DiagnosisContext` alone, so each can be tested with a
/// made-up recording.
package protocol DiagnosisRule: Sendable {
  /// The stable name in kebab case, as in output, JSON and documentation.
  var name: String { get }

  /// How bad it is.
  var severity: Finding.Severity { get }

  /// What it is, why it happens and what to change, for someone who asks about the name.
  var explanation: RuleExplanation { get }

  /// The lengths of time that the rule goes by; empty for one that needs no time.
  var thresholds: [DiagnosisThresholds.Name] { get }

  /// The counts that the rule goes by; none unless it says so.
  var counts: [DiagnosisThresholds.Count] { get }

  /// What the rule finds, in any order.
  func findings(in context: DiagnosisContext) -> [Finding]
}

extension DiagnosisRule {
  /// Most rules count nothing.
  package var counts: [DiagnosisThresholds.Count] {
    []
  }
}

/// What a rule says about itself: a sentence each, and a few lines of Swift that are wrong, and right.
package struct RuleExplanation: Hashable, Sendable {
  /// What it is.
  package var what: String
  /// Why it happens.
  package var why: String
  /// What to change.
  package var change: String
  /// Swift that has the fault; lines of the fault's sample, which a test holds against it.
  package var wrong: String
  /// Swift that does the same and is right; lines of the fault's sample, too.
  package var right: String

  /// Makes an explanation.
  package init(what: String, why: String, change: String, wrong: String = "", right: String = "") {
    self.what = what
    self.why = why
    self.change = change
    self.wrong = wrong
    self.right = right
  }
}

/// A rule that names a root cause: something that can't get on by itself, and holds up what waits for it.
///
/// It says which operations are roots before the wait-for graph is solved, and words the finding afterwards.
package protocol StallRule: DiagnosisRule {
  /// The root causes that this rule sees; an operation that an earlier rule of the catalogue has claimed is left to it.
  func roots(in facts: StallFacts) -> [StallRoot]

  /// One sentence about one root cause.
  func sentence(for root: StallRoot, in context: DiagnosisContext) -> String

  /// One sentence about several root causes of this rule that concern the same queues.
  func summary(of roots: [StallRoot], in context: DiagnosisContext) -> String

  /// The lines that prove one root cause, after the chain that leads to it.
  func evidence(for root: StallRoot, in context: DiagnosisContext) -> [String]

  /// The edges that prove one root cause, after those that lead to it.
  ///
  /// Unless the rule knows better, its cycle, or the edges from its operations to what is missing.
  func edges(of root: StallRoot, in context: DiagnosisContext) -> [ProofEdge]

  /// One sentence that says what to change.
  func advice(for roots: [StallRoot], in context: DiagnosisContext) -> String
}

extension StallRule {
  package func edges(of root: StallRoot, in context: DiagnosisContext) -> [ProofEdge] {
    StallWalk(context.facts).proofEdges(of: root)
  }
}

/// A root cause, in positions of the trace's operations and queues.
package struct StallRoot: Hashable, Sendable {
  /// The name of the rule that says so.
  package var rule: String
  /// The operations to fix or, where a queue or a thread is to be fixed, those that it holds up itself.
  package var operations: [Int]
  /// What else never gets on because of it: the slots, the resumption or the barrier block of a queue, threads.
  package var obstacles: [WaitForGraph.Node]
  /// The queues concerned; roots of one rule with the same queues are told together.
  package var queues: [Int]
  /// Since when.
  package var since: TraceInstant
  /// How sure the rule is.
  package var certainty: Finding.Certainty
  /// The edges of the wait-for graph that form the cycle, when one was found there.
  package var cycle: [Int]
  /// The event that made it so, when it was seen.
  package var event: TraceEvent?

  /// Makes a root cause.
  package init(
    rule: String,
    operations: [Int],
    obstacles: [WaitForGraph.Node] = [],
    queues: [Int],
    since: TraceInstant,
    certainty: Finding.Certainty,
    cycle: [Int] = [],
    event: TraceEvent? = nil
  ) {
    self.rule = rule
    self.operations = operations
    self.obstacles = obstacles
    self.queues = queues
    self.since = since
    self.certainty = certainty
    self.cycle = cycle
    self.event = event
  }
}
