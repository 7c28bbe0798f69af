import Testing
import TraceTestSupport

@testable import TraceAnalysis

@Suite struct RankSelectionTests {
  @Test(arguments: 0..<30)
  func isWhatSortingGives(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...200, using: &random)
    let values = (0..<count).map { _ in UInt64.random(in: 0...(seed * 10), using: &random) }
    let sorted = values.sorted()
    for rank in values.indices { #expect(values.value(ofRank: rank) == sorted[rank]) }
  }

  @Test func takesOrdersThatAreMadeToBeSlow() {
    // Up and down again, as a pipe of an organ stands beside the next.
    let pipes = Array(0..<UInt64(100_000)) + (0..<UInt64(100_000)).reversed()
    #expect(pipes.value(ofRank: 100_000) == 50_000)
    #expect([UInt64](repeating: 7, count: 100_000).value(ofRank: 50_000) == 7)
  }
}
