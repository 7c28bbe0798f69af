import Testing

@testable import TraceAnalysis

@Suite struct NameHashesTests {
  @Test func tellsWhatNeverOccursFromWhatOccursOnceAndAgain() {
    var names = NameHashes()
    for number in 0..<10_000 { names.insert("thumbnail \(number)") }
    #expect(!names.hasRepeated)
    for number in stride(from: 0, to: 10_000, by: 7) { names.insert("thumbnail \(number)") }
    #expect(names.hasRepeated)
    for number in 0..<10_000 {
      let expected: NameHashes.Frequency = number.isMultiple(of: 7) ? .repeated : .once
      #expect(names.frequency(of: "thumbnail \(number)") == expected)
    }
    #expect(names.frequency(of: "thumbnail") == .never)
    #expect(NameHashes().frequency(of: "") == .never)
  }
}
