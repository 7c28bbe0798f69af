import Foundation
import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

/// A sample that ran in a process of its own, and what it left.
struct SampleRun {
  /// How it exited.
  let status: Int32
  /// The lines that it printed on standard output.
  let output: [String]
  /// The trace that it recorded.
  let trace: Trace

  /// Runs a sample to its end, and checks what must hold of every one and of its page.
  init(_ name: String) async throws {
    let folder = try TemporaryFolder()
    let recording = folder.file("\(name).optrace")
    let result = try await SampleProcess(
      "sample-\(name)",
      in: folder,
      environment: ["OPTRACE_FILE": recording]
    ).run()
    status = result.status
    output = result.output
    #expect(result.errors == "")

    Attachment.record(try folder.read("\(name).optrace"), named: "\(name).optrace")
    trace = Trace(try EventLog(path: recording))
    #expect(trace.header.program == "sample-\(name)")
    expectSoundness(of: trace)

    let page = try SamplePage(name)
    #expect(page.command == "$ optrace diagnose \(name).optrace")
    #expect(page.rules == findings.map(\.rule))
    #expect(page.hasGraph)
  }
}
