import Foundation
import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

/// The programs of `Tests/Programs/healthy` have no fault: nobody must say so, neither at the end nor on the way.
struct HealthyProgramTests {
  @Test(arguments: [
    "server", "throttled-downloads", "batch", "slow-serial", "pipeline", "computation",
    "impatient-user", "nightly-job",
  ])
  func nothingIsFound(program: String) async throws {
    let folder = try TemporaryFolder()
    let recording = folder.file("\(program).optrace")
    let process = try SampleProcess(
      "tracing-healthy",
      [program],
      in: folder,
      environment: ["OPTRACE_FILE": recording]
    )
    // Someone looks at it while it works.
    let watcher = Task {
      while !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(200))
        guard let log = try? EventLog(path: recording) else { continue }
        let errors = Trace(log).diagnosis(thresholds: .live).findings.filter {
          $0.severity == .error
        }
        #expect(errors == [])
      }
    }
    let result = try await process.run()
    watcher.cancel()
    await watcher.value
    Attachment.record(try folder.read("\(program).optrace"), named: "\(program).optrace")
    #expect(result.status == 0)
    let trace = Trace(try EventLog(path: recording))
    #expect(trace.operations.count > 2)
    #expect(trace.diagnosis().findings == [])
    // What CI would see that takes half of the patience.
    #expect(trace.diagnosis(thresholds: .halved).findings.filter { $0.severity == .error } == [])
  }
}

extension DiagnosisThresholds {
  /// The defaults with half the time for everything.
  fileprivate static var halved: DiagnosisThresholds {
    DiagnosisThresholds(
      Dictionary(uniqueKeysWithValues: Name.allCases.map { ($0, $0.standard / 2) })
    )
  }
}
