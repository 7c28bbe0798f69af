import Foundation
import OptraceCommands
import Testing
import TraceEvents
import TraceAnalysis
import TraceModel
import TraceTestSupport

struct DemoCommandTests {
  @Test
  func theDemonstrationShowsAProgramThatHangs() throws {
    let folder = try TemporaryFolder()
    let run = CommandRun("demo", "-o", folder.path)
    #expect(run.exitCode == .success)
    #expect(run.errors.isEmpty)
    #expect(
      try folder.names() == ["photo-import.dot", "photo-import.optrace", "photo-import.svg"]
    )

    let trace = Trace(try EventLog(path: folder.file("photo-import.optrace")))
    #expect(trace.header.program == "photo-import")
    #expect(trace.wasStopped)
    #expect(trace.problems.isEmpty)
    #expect(trace.operations.count == 12)
    #expect(trace.queues.map(\.displayName).sorted() == ["import", "index", "upload"])
    let outcomes = Dictionary(grouping: trace.operations, by: \.outcome)
      .mapValues { $0.map(\.displayName).sorted() }
    #expect(outcomes[.unfinished] == ["notify", "upload original"])
    #expect(outcomes[.cancelledBeforeStart] == ["geocode"])
    #expect(outcomes[.succeeded]?.count == 9)
    let diagnosis = trace.diagnosis()
    #expect(
      diagnosis.findings.map(\.rule) == ["never-finished", "ran-after-cancelled-dependency"]
    )

    // It is a timeline, a diagnosis, and what to do next.
    #expect(run.output.contains("┃ download original "))
    #expect(run.output.contains("error: never-finished"))
    #expect(run.output.contains("frees   notify"))
    #expect(run.output.contains("Wrote \(folder.path)/photo-import.optrace"))
  }

  @Test
  func whatItSuggestsWorksAndSaysTheSame() throws {
    let folder = try TemporaryFolder()
    let demo = CommandRun("demo", "--output=\(folder.path)/")
    let lines = demo.output.split(separator: "\n").map { $0.drop { $0 == " " } }
    let suggested = lines.compactMap { line in
      line.range(of: "optrace ").map {
        line[$0.upperBound...].split(separator: " ").map(String.init)
      }
    }.filter { $0.last?.hasPrefix(folder.path) == true || $0.contains("--events") }
    #expect(suggested.count == 3)
    for words in suggested {
      let environmentRun = CommandRun(words: words)
      #expect(environmentRun.exitCode == .success, "\(words)")
      #expect(environmentRun.errors.isEmpty)
    }
    let file = folder.file("photo-import.optrace")
    let graph = CommandRun("graph", file)
    #expect(Array(graph.output.utf8) == (try folder.read("photo-import.dot")))
    #expect(demo.output.contains(CommandRun("timeline", file).output))
    let diagnose = CommandRun("diagnose", file)
    #expect(diagnose.exitCode == .stuck)
    #expect(demo.output.contains(diagnose.output))
  }

  @Test
  func aFolderThatIsMissingIsTold() throws {
    let folder = try TemporaryFolder()
    let run = CommandRun("demo", "-o", folder.file("missing"))
    #expect(run.exitCode == .cantWrite)
    #expect(
      run.errors == """
        optrace: can't write \(folder.path)/missing/photo-import.optrace: No such file or directory; \
        make the folder first: mkdir -p \(folder.path)/missing

        """
    )
  }
}
