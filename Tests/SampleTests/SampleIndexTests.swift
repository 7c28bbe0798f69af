import Testing
import TraceTestSupport

/// What is beside the samples that have tests of their own.
struct SampleIndexTests {
  @Test func everySampleIsListed() throws {
    #expect(try SampleIndex.linked() == SampleIndex.withPage())
  }

  @Test func theTenLinesDrawTheirOwnRun() async throws {
    let folder = try TemporaryFolder()
    let result = try await SampleProcess("ten-lines", in: folder).run()
    #expect(result.status == 0)
    #expect(result.output == ["loading", "showing"])
    #expect(result.errors == "")
    let picture = String(decoding: try folder.read("run.svg"), as: UTF8.self)
    #expect(picture.contains("<svg"))
    #expect(picture.contains("ten-lines"))
  }
}
