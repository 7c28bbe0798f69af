import Foundation
import TraceTestSupport

/// What `optrace diagnose FILE --json` says, by names and without times.
struct CommandDiagnosis: Equatable {
  /// The status with which the command ended.
  var status: Int32
  /// The findings in the order of the document.
  var findings: [SampleFinding]

  init(status: Int32, findings: [SampleFinding]) {
    self.status = status
    self.findings = findings
  }

  /// Runs the built command on a recording; one that has hardly begun has no findings yet.
  init(of recording: String) throws {
    let command = TestProgram("optrace", ["diagnose", recording, "--json"])
    command.process.standardError = FileHandle.nullDevice
    let (status, text) = try command.output()
    let document = try? JSONDecoder().decode(Document.self, from: Data(text.utf8))
    self.init(status: status, findings: document?.findings.map(\.asFound) ?? [])
  }

  private struct Document: Decodable {
    var findings: [Finding]
  }

  private struct Finding: Decodable {
    var rule: String
    var operations: [Operation]
    var blocked: [Operation]

    var asFound: SampleFinding {
      let behindBarriers = blocked.filter { $0.rule == "barrier-blocked" }
      return SampleFinding(
        rule: rule,
        operations: Set(operations.map(\.shortName)),
        blocked: Set(blocked.map(\.shortName)),
        blockedByBarrier: Set(behindBarriers.map(\.shortName))
      )
    }
  }

  private struct Operation: Decodable {
    var name: String
    /// By what it is blocked, where it is.
    var rule: String?

    /// The name, without a barrier's number.
    var shortName: String { name.hasPrefix("barrier ") ? "barrier" : name }
  }
}
