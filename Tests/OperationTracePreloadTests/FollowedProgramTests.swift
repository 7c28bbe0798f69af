import Foundation
import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

/// Children of a program, which are traced where that is asked for.
struct FollowedProgramTests {
  private func traces(of shape: String) throws -> [String: Trace] {
    let folder = try TemporaryFolder()
    let traces = try TemporaryFolder()
    var run = try ProgramRun(untouched: shape).traced(into: traces.file("%p.optrace"))
    run.variables["OPTRACE_FOLLOW"] = "1"
    let outcome = try run.outcome(in: folder)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.status == 0)
    var result: [String: Trace] = [:]
    for name in try traces.names() { result[name] = Trace(try EventLog(path: traces.file(name))) }
    return result
  }

  @Test func everyChildHasAFileOfItsOwn() throws {
    let traces = try traces(of: "children")
    #expect(traces.values.map(\.operations.count).sorted() == [0, 0, 0, 3, 200, 200, 200])
    for (name, trace) in traces {
      #expect(name == "\(trace.header.processID).optrace")
      #expect(trace.wasStopped)
      #expect(trace.problems.isEmpty)
    }
  }

  /// Also a program that takes the place, and so the number, of another one.
  @Test func aProgramThatTakesAnothersPlaceHasAFileOfItsOwn() throws {
    let traces = try traces(of: "replaced-by-itself")
    #expect(traces.values.map(\.operations.count) == [200, 200])
    let names = traces.sorted { $0.value.wasStopped && !$1.value.wasStopped }.map(\.key)
    let process = try #require(traces.values.first?.header.processID)
    #expect(names == ["\(process)-2.optrace", "\(process).optrace"])
  }

  /// A child of `fork` that goes on as the program that it was: its parent's trace is its parent's.
  @Test func aForkedChildLeavesItsParentsTraceAlone() throws {
    let traces = try traces(of: "forked")
    #expect(traces.values.map(\.operations.count) == [400])
    #expect(traces.values.allSatisfy { $0.wasStopped && $0.problems.isEmpty })
  }
}
