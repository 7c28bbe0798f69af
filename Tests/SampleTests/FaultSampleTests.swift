import Foundation
import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

/// What the diagnosis must say about the programs of `samples/faults`: of the wrong one exactly its fault, of the right one
/// nothing.
struct FaultSampleTests {
  @Test(arguments: ExpectedFault.all)
  func theFaultIsFoundAndNothingElse(fault: ExpectedFault) async throws {
    let trace = try await run(fault.sample, "wrong", status: fault.status)
    #expect(trace.findings == [fault.finding])
  }

  @Test(arguments: ExpectedFault.all)
  func theNearMissIsLeftAlone(fault: ExpectedFault) async throws {
    let trace = try await run(fault.sample, "right", status: 0)
    #expect(trace.findings == [])
  }

  private func run(_ name: String, _ variant: String, status: Int32?) async throws -> Trace {
    let folder = try TemporaryFolder()
    let recording = folder.file("\(name).optrace")
    let process = try SampleProcess(
      "sample-faults",
      [name, variant],
      in: folder,
      // One that traps needs no backtrace.
      environment: ["OPTRACE_FILE": recording, "SWIFT_BACKTRACE": "enable=no"]
    )
    let result = try await process.run(mayTrap: status == nil)
    if let status { #expect(result.status == status) }
    Attachment.record(try folder.read("\(name).optrace"), named: "\(name)-\(variant).optrace")
    return Trace(try EventLog(path: recording))
  }
}

/// A fault of the catalogue, and what the diagnosis of its sample must say.
struct ExpectedFault: CustomTestStringConvertible, Sendable {
  /// The name of the sample: the fault's own.
  let sample: String
  /// The only finding.
  let finding: SampleFinding
  /// How the sample ends: 1 where it hangs and gives up, 0 where it comes to its end; nil where Foundation ends it with a trap.
  let status: Int32?

  init(
    _ rule: String,
    _ operations: Set<String>,
    blocked: Set<String> = [],
    blockedByBarrier: Set<String> = [],
    sample: String? = nil,
    status: Int32? = 1
  ) {
    self.sample = sample ?? rule
    finding = SampleFinding(
      rule: rule,
      operations: operations,
      blocked: blocked,
      blockedByBarrier: blockedByBarrier
    )
    self.status = status
  }

  var testDescription: String {
    sample
  }

  /// All that have a sample.
  static let all = stalls + misuses

  static let stalls = [
    ExpectedFault("dependency-cycle", ["fetch", "store"]),
    ExpectedFault("self-dependency", ["read"]),
    ExpectedFault("cancelled-never-finished", ["fetch"], blocked: ["show"]),
    ExpectedFault("dependency-not-enqueued", ["download"], blocked: ["parse"]),
    ExpectedFault("never-finished", ["upload"], blocked: ["notify"]),
    ExpectedFault("finished-without-notification", ["timer"], blocked: ["beep"]),
    ExpectedFault("executing-too-long", ["upload"]),
    ExpectedFault("self-deadlock", ["decode", "resize"], blocked: ["upload"]),
    ExpectedFault("queue-suspended", ["upload"]),
    ExpectedFault("no-free-slot", ["encode"]),
    ExpectedFault("never-ready", ["gate"], blocked: ["enter"]),
    ExpectedFault("no-worker", ["request"], blocked: ["request", "reply"]),
    ExpectedFault("removed-dependency", ["publish"]),
    ExpectedFault("call-never-returned", ["save"], blocked: ["barrier"]),
    ExpectedFault("barrier-blocked", ["read"]),
    ExpectedFault("main-queue-not-drained", ["show", "save"]),
    ExpectedFault(
      "never-finished",
      ["download"],
      blocked: ["parse", "upload", "store", "barrier", "index"],
      blockedByBarrier: ["index"],
      sample: "blocked-by-stall"
    ),
  ]

  static let misuses = [
    ExpectedFault("ran-after-cancelled-dependency", ["parse"], status: 0),
    ExpectedFault("ran-after-failed-dependency", ["parse"], status: 0),
    ExpectedFault("cancellation-ignored", ["encode"], status: 0),
    ExpectedFault("dependency-added-late", ["consumer"], status: 0),
    ExpectedFault("finished-before-start", ["upload"], status: 0),
    ExpectedFault("started-outside-queue", ["upload"], status: nil),
    ExpectedFault("finished-twice", ["download"], status: 0),
    ExpectedFault("asynchronous-work-in-main", ["login"], status: 0),
    ExpectedFault("work-after-finish", ["import"], status: 0),
    ExpectedFault("started-before-dependency", ["show"], status: 0),
    ExpectedFault("blocking-wait-in-operation", ["album"], status: 0),
    ExpectedFault("main-thread-wait", ["show"], status: 0),
    ExpectedFault("priority-inversion", ["load", "pay"], status: 0),
    ExpectedFault("priority-without-effect", ["upload"], status: 0),
    ExpectedFault("slot-starvation", ["thumbnail"], status: 0),
    ExpectedFault("unbounded-backlog", ["line"], status: 0),
    ExpectedFault("slow-completion-block", ["load"], status: 0),
    ExpectedFault("retained-after-finish", ["fetch"], status: 0),
    ExpectedFault("barrier-lost", ["read"], status: 0),
    ExpectedFault("unknown-key-notified", ["upload"], status: 0),
    ExpectedFault("completion-block-lost", ["save"], status: 0),
    ExpectedFault("quadratic-release", ["login"], status: 0),
    ExpectedFault("deep-chain", ["upload 1200"], status: 0),
    ExpectedFault("late-result", ["thumbnail of photo 3"], status: 0),
    ExpectedFault("over-serialised", ["download", "look up"], status: 0),
    ExpectedFault("tiny-operations", ["invert"], status: 0),
    ExpectedFault("scheduler-overhead", ["view"], status: 0),
  ]
}
