#if os(Linux)
import Dispatch
import Foundation
import GraphvizRendering
import Synchronization
import Testing

@Suite(.enabled(if: RenderingProcess.childIsAvailable))
struct RenderingProcessTests {
  private let child = RenderingProcess.child(timeLimit: .seconds(60))

  @Test(arguments: [GraphvizFormat.svg, .png])
  func drawsTheSameInAChild(format: GraphvizFormat) throws {
    let text = DOTSamples.clusters(count: 6, operations: 60)
    let here = try Graphviz.render(text, as: format)
    #expect(try Graphviz.render(text, as: format, in: child) == here)
  }

  @Test(arguments: DOTSamples.unsound)
  func saysTheSameOfUnsoundTexts(sample: DOTSamples.Unsound) throws {
    let error = try #require(throws: GraphvizError.self) {
      try Graphviz.render(sample.text, as: .svg, in: child)
    }
    #expect(error.description == sample.description)
  }

  @Test func endsALayoutThatTakesTooLong() {
    let limit = Duration.milliseconds(300)
    let took = ContinuousClock().measure {
      #expect(throws: GraphvizError.timedOut(timeLimit: limit)) {
        try Graphviz.render(DOTSamples.endless, as: .svg, in: .child(timeLimit: limit))
      }
    }
    #expect(took >= limit)
    #expect(took < .seconds(30))
  }

  @Test func killsTheChildThatTakesTooLong() async {
    await #expect(processExitsWith: .success) {
      let hasty = RenderingProcess.child(timeLimit: .milliseconds(100))
      _ = try? Graphviz.render(DOTSamples.endless, as: .svg, in: hasty)
      // The child's processor time, not the clock's: without the kill its own limit would end it after two seconds.
      var usage = rusage()
      getrusage(RUSAGE_CHILDREN.rawValue, &usage)
      #expect(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec == 0)
    }
  }

  // An assertion of this release fails on this graph; it would end the process that draws it.
  @Test(.enabled(if: Graphviz.version == "2.43.0"))
  func survivesACrash() throws {
    let text = """
      digraph g { compound=true splines=curved
        subgraph cluster_0 { n0 n3 } subgraph cluster_1 { n1 n4 } subgraph cluster_2 { n2 n5 }
        n2 -> n4 [lhead=cluster_2] n2 -> n5 [lhead=cluster_2] n4 -> n5 [lhead=cluster_0]
        n1 -> n3 [lhead=cluster_2] n0 -> n1 [lhead=cluster_0] n2 -> n3 [lhead=cluster_0]
        n3 -> n4 [lhead=cluster_0] n1 -> n4 [lhead=cluster_0] n1 -> n5 [lhead=cluster_1]
      }
      """
    let error = try #require(throws: GraphvizError.self) {
      try Graphviz.render(text, as: .svg, in: child)
    }
    guard case .crashed(signal: SIGABRT, let messages) = error else {
      Issue.record("not a crash: \(error)")
      return
    }
    #expect(messages.count == 1)
    #expect(messages.first?.text.contains("Assertion `bez->sflag' failed") == true)
    #expect(throws: Never.self) { try Graphviz.render("digraph g { a }", as: .svg, in: child) }
  }

  @Test func bringsALargePictureThroughThePipe() throws {
    let picture = try Graphviz.render(DOTSamples.chain(of: 3000), as: .svg, in: child)
    #expect(picture.bytes.count > 1_000_000)
    #expect(picture.text?.hasSuffix("</svg>\n") == true)
  }

  @Test func drawsInManyChildrenAtOnce() throws {
    let text = DOTSamples.clusters(count: 3, operations: 20)
    let expected = try Graphviz.render(text, as: .svg)
    let differing = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 40) { turn in
      let process = turn % 2 == 0 ? child : .current
      if (try? Graphviz.render(text, as: .svg, in: process)) != expected {
        differing.add(1, ordering: .relaxed)
      }
    }
    #expect(differing.load(ordering: .relaxed) == 0)
  }

  @Test func leavesNoDescriptorAndNoProcessBehind() async {
    // In a process of its own, where no other test opens or starts anything meanwhile.
    await #expect(processExitsWith: .success) {
      let child = RenderingProcess.child(timeLimit: .seconds(60))
      let hasty = RenderingProcess.child(timeLimit: .milliseconds(100))
      let before = try openPipes()
      for text in ["digraph g { a -> b }", "digraph g {"] {
        _ = try? Graphviz.render(text, as: .png, in: child)
      }
      _ = try? Graphviz.render(DOTSamples.endless, as: .svg, in: hasty)
      let after = try openPipes()
      #expect(after == before)
      var status: Int32 = 0
      #expect(waitpid(-1, &status, WNOHANG) == -1 && errno == ECHILD)
    }
  }

  @Test func drawsWhereTheProgramIgnoresItsChildren() async {
    await #expect(processExitsWith: .success) {
      var action = sigaction()
      action.sa_flags = SA_NOCLDWAIT
      sigaction(SIGCHLD, &action, nil)
      let child = RenderingProcess.child(timeLimit: .seconds(60))
      let picture = try Graphviz.render("digraph g { a }", as: .svg, in: child)
      #expect(picture.nodes == 1)
    }
  }
}

/// The open descriptors of this process that are pipes, and what they refer to.
private func openPipes() throws -> Set<String> {
  let folder = "/proc/self/fd"
  let names = try FileManager.default.contentsOfDirectory(atPath: folder)
  let open = names.compactMap { name in
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + name)
    return target.map { name + " " + $0 }
  }
  return Set(open.filter { $0.contains("pipe:") })
}
#endif
