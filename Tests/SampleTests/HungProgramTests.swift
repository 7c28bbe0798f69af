import Foundation
import Testing
import TraceTestSupport

/// A program that is stuck is diagnosed from its file by another process: while it hangs, and after it was killed.
struct HungProgramTests {
  @Test(arguments: ExpectedFault.stalls)
  func isDiagnosedWhileItHangsAndAfterItWasKilled(fault: ExpectedFault) async throws {
    let folder = try TemporaryFolder()
    let process = try sample(fault.sample, "wrong", in: folder)
    let whileItHangs = try await process.run {
      // Some faults need time to be told from mere slowness.
      try await Self.last(withinSeconds: 60, { try Self.diagnose(folder) }) { diagnosis in
        diagnosis.findings == [fault.finding]
      }
    }
    Attachment.record(try folder.read("run.optrace"), named: "\(fault.sample)-hung.optrace")
    let expected = CommandDiagnosis(status: 1, findings: [fault.finding])
    #expect(whileItHangs == expected)
    #expect(try Self.diagnose(folder) == expected)
  }

  @Test(arguments: ExpectedFault.stalls)
  func aNearMissIsLeftAloneWhileItRunsAndAfterItWasKilled(fault: ExpectedFault) async throws {
    let folder = try TemporaryFolder()
    let process = try sample(fault.sample, "right", in: folder)
    let whileItRuns = try await process.run {
      let output = try await Self.last(withinSeconds: 60, { try process.output }) { output in
        output.last == "came to its end"
      }
      #expect(output.last == "came to its end")
      return try Self.diagnose(folder)
    }
    let expected = CommandDiagnosis(status: 0, findings: [])
    #expect(whileItRuns == expected)
    #expect(try Self.diagnose(folder) == expected)
  }

  private func sample(
    _ name: String,
    _ variant: String,
    in folder: TemporaryFolder
  ) throws -> SampleProcess {
    try SampleProcess(
      "sample-faults",
      [name, variant],
      in: folder,
      environment: ["OPTRACE_FILE": folder.file("run.optrace"), "HANG": "1"]
    )
  }

  private static func diagnose(_ folder: TemporaryFolder) throws -> CommandDiagnosis {
    try CommandDiagnosis(of: folder.file("run.optrace"))
  }

  /// Asks again and again until the answer is as wished or the time is over, and returns the last one.
  private static func last<T>(
    withinSeconds seconds: Int,
    _ value: () throws -> T,
    until isWished: (T) -> Bool
  ) async throws -> T {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while true {
      let value = try value()
      if isWished(value) || ContinuousClock.now >= deadline { return value }
      try await Task.sleep(for: .milliseconds(250))
    }
  }
}
