import Foundation
import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

/// What the diagnosis must say about the programs of `Tests/Programs/field-cases`, which were seen in the field.
struct FieldCaseTests {
  @Test(arguments: ExpectedCase.all)
  func theDiagnosisFits(expected: ExpectedCase) async throws {
    var run = try await FieldCaseRun(expected.name)
    // A busy machine may stop the program for so long that "all the while" is not true of it.
    for _ in 0..<3 where Self.needSteadyTime.contains(expected.name) {
      let found = run.trace.diagnosis(thresholds: expected.thresholds).findings
      if found.count == expected.findings.count { break }
      run = try await FieldCaseRun(expected.name)
    }
    #expect(run.ending == expected.ending)
    let diagnosis = run.trace.diagnosis(thresholds: expected.thresholds)
    let found = run.trace.named(diagnosis.findings).sorted { $0.rule < $1.rule }
    #expect(found.map(expected.withoutNames) == expected.findings)
    let told = diagnosis.findings.map(\.told).joined(separator: "\n")
    for words in expected.words {
      #expect(told.contains(words), "\(words)\n\nis missing in\n\n\(told)")
    }
    if let skipped = expected.skipped {
      #expect(Set(diagnosis.spreads.flatMap(\.skipped).map(run.name(of:))) == skipped)
    }
    if let last = expected.lastEvents {
      #expect(run.lives.suffix(last.count) == last[...])
    }
  }

  /// Cases whose operations must come one after the other without a pause.
  private static let needSteadyTime: Set = ["low-priority-starves"]

  @Test func everyCaseIsExpected() async throws {
    let process = try SampleProcess("tracing-field-cases", in: TemporaryFolder())
    let usage = try await process.run().output
    #expect(
      usage.dropFirst().map { $0.dropFirst(2) } == ExpectedCase.all.map { $0.name[...] }
    )
  }
}

/// A case that ran in a process of its own, and what it left.
private struct FieldCaseRun {
  let ending: ExpectedCase.Ending
  let trace: Trace

  init(_ name: String) async throws {
    let folder = try TemporaryFolder()
    let recording = folder.file("\(name).optrace")
    let process = try SampleProcess(
      "tracing-field-cases",
      [name],
      in: folder,
      environment: ["OPTRACE_FILE": recording, "SWIFT_BACKTRACE": "enable=no"]
    )
    do {
      let status = try await process.run().status
      ending = status == 0 ? .ends : status == 1 ? .hangs : .other(status)
    } catch SampleProcess.Failure.wasKilled(SIGILL) {
      ending = .crashes
    }
    Attachment.record(try folder.read("\(name).optrace"), named: "\(name).optrace")
    trace = Trace(try EventLog(path: recording))
  }

  func name(of operation: OperationID) -> String {
    trace[operation]?.displayName ?? "operation \(operation.rawValue)"
  }

  /// What happened to operations that matters where it is the last that is heard of them, such as "enqueued upload".
  var lives: [String] {
    let kinds: Set<TraceEvent.Kind> = [.enqueued, .dependencyAdded, .started, .finished]
    return trace.log.events.compactMap { event in
      guard kinds.contains(event.kind) else { return nil }
      return event.operation.map { "\(event.kind) \(name(of: $0))" }
    }
  }
}

extension ExpectedCase {
  /// A finding without the names of its operations, where they may be any.
  fileprivate func withoutNames(_ finding: SampleFinding) -> SampleFinding {
    var unnamed = finding
    unnamed.operations = SampleFinding.any
    return findings.contains(unnamed) ? unnamed : finding
  }
}

extension Finding {
  /// All that it says.
  fileprivate var told: String {
    ([sentence] + proof + [advice]).joined(separator: "\n")
  }
}
