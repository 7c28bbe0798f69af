import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@testable import OptraceCommands

/// A diagnosis that has everything that one can have.
enum FullDiagnosis {
  static let trace: Trace = {
    let script = TraceScript.stuckRun()
    let (fetch, watch) = (OperationID(rawValue: 1), script.operation("watch"))
    script.run(watch, on: script.queue("timers"), enqueued: 1, started: 2, finished: 30)
    script.at(ms: 3).by(watch).cancelAll(QueueID(rawValue: 1)).cancel(fetch)
    script.at(ms: 400).findStack(of: fetch, stack)
    return script.trace(endMs: 500)
  }()

  static let stack = ThreadStack(
    systemCall: "futex",
    frames: [
      ThreadStack.Frame(
        function: "Fetch.main()",
        file: "/src/Fetch.swift",
        line: 12,
        module: "/usr/bin/stuck",
        offset: 4096
      ),
      ThreadStack.Frame(module: "/lib/libc.so.6", offset: 17),
    ]
  )

  static let settings = DiagnosisSettings(
    allowed: ["cancellation-ignored"],
    durations: [.stall: .seconds(10)],
    counts: [.chain: 5000],
    file: "runs/optrace.json"
  )

  static let diagnosis: Diagnosis = {
    let (fetch, store, report) = (
      trace.operations[0].id, trace.operations[1].id, trace.operations[2].id
    )
    let (queue, thread) = (trace.queues[0].id, trace.threads[0].id)
    let circle = Finding(
      rule: "dependency-cycle",
      severity: .error,
      certainty: .proven,
      operations: [fetch, store],
      queues: [queue],
      since: TraceInstant(nanoseconds: 1_000_000),
      sentence: "fetch and store wait for each other.",
      proof: ["report waits for store", "circle: fetch → store → fetch"],
      advice: "Remove one of the two dependencies.",
      blocked: [report, OperationID(rawValue: 4)],
      blockedByBarrier: [OperationID(rawValue: 4)],
      edges: [
        ProofEdge(from: .thread(thread), to: .queue(queue), by: .wait),
        ProofEdge(from: .operation(report), to: .operation(store), by: .dependency),
        ProofEdge(from: .operation(fetch), to: .operation(store), by: .dependency),
        ProofEdge(from: .operation(store), to: .operation(fetch), by: .dependency),
      ]
    )
    let ignored = Finding(
      rule: "cancellation-ignored",
      severity: .warning,
      certainty: .likely,
      operations: [fetch],
      since: TraceInstant(nanoseconds: 3_000_000),
      sentence: "fetch ran on.",
      advice: "Look at isCancelled.",
      isAllowed: true
    )
    return Diagnosis(
      findings: [circle, ignored],
      stalled: [fetch: 0, store: 0, report: 0],
      spreads: trace.diagnosis().spreads
    )
  }()

  static var document: DiagnosisDocument {
    DiagnosisDocument(diagnosis, of: trace, settings: settings)
  }
}
