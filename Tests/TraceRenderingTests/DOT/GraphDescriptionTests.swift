import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering

@Suite
struct GraphDescriptionTests {
  @Test
  func `It says what the picture shows`() {
    let run = SampleRun.photoImport
    let description = TraceGraph(
      of: run.trace,
      style: GraphStyle(title: "Photos"),
      diagnosis: run.diagnosis,
      criticalPath: run.criticalPath
    ).description
    #expect(description.title == "Photos")
    #expect(
      description.summary == """
        12 operations in 3 queues, 412 ms; critical path 373 ms in 5 operations; 1 cancelled, \
        2 unfinished. 2 stalled: upload original and notify; 1 warning. Critical path: \
        load raw data, generate thumbnail, finalize import, upload thumbnail and index places.
        """
    )
  }

  @Test
  func `A trace without operations has no verdict`() {
    let empty = Diagnosis(findings: [], stalled: [:])
    let description = TraceGraph(of: Trace(EventLog()), diagnosis: empty).description
    #expect(description == GraphDescription(title: "trace", summary: "0 operations."))
  }

  @Test(arguments: SampleRun.all)
  func `Names in it are safe to show`(run: SampleRun) {
    let description = TraceGraph(of: run.trace, criticalPath: run.criticalPath).description
    #expect(description.title.isSafeToShow && description.summary.isSafeToShow)
  }
}
