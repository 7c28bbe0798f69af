import Testing

@testable import TraceAnalysis

struct SuggestionTests {
  private let commands = ["demo", "graph", "timeline", "diagnose", "summary", "help"]

  @Test(arguments: [
    ("grpah", "graph"), ("graf", "graph"), ("diagnos", "diagnose"), ("diag", "diagnose"),
    ("time", "timeline"), ("time-line", "timeline"), ("TIMELINE", "timeline"),
    ("sumary", "summary"),
    ("dmeo", "demo"), ("halp", "help"),
  ])
  func whatIsAlikeIsFound(word: String, meant: String) {
    #expect(Suggestion.best(for: word, among: commands) == meant)
  }

  @Test(arguments: ["", "x", "zebra", "co", "de", "record", "\u{1F600}"])
  func whatIsNotAlikeIsNot(word: String) {
    #expect(Suggestion.best(for: word, among: commands) == nil)
  }

  @Test
  func theWordItselfIsNoSuggestion() {
    #expect(Suggestion.best(for: "demo", among: ["demo"]) == nil)
    #expect(Suggestion.best(for: "demo", among: []) == nil)
  }

  @Test
  func theNearestIsTaken() {
    #expect(Suggestion.best(for: "run2.optrace", among: ["run1.optrace", "run22.optrace"]) != nil)
    #expect(Suggestion.best(for: "abcdef", among: ["abcxyf", "abcdxf"]) == "abcdxf")
  }

  @Test
  func allThatAreAlikeAreFoundTheNearestFirstAndOnce() {
    let names = ["decode 12", "show", "resize 1", "resize", "resized", "resize", "resize 2"]
    let near = Suggestion.near("resise", among: names, atMost: 3)
    #expect(near == ["resize", "resized", "resize 1"])
    #expect(Suggestion.near("resize", among: names, atMost: 2) == ["resize 1", "resized"])
    #expect(Suggestion.near("upload", among: names, atMost: 3) == [])
    #expect(Suggestion.near("resise", among: names, atMost: 0) == [])
  }

  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "ab", 2), ("abc", "abc", 0), ("abc", "acb", 1),
    ("abc", "xbc", 1),
    ("kitten", "sitting", 3),
  ])
  func distancesCountChanges(a: String, b: String, expected: Int) {
    #expect(Suggestion.distance(Array(a), Array(b)) == expected)
    #expect(Suggestion.distance(Array(b), Array(a)) == expected)
  }

  @Test
  func aWordOfAnyLengthIsComparedQuickly() {
    let long = String(repeating: "x", count: 1_000_000)
    #expect(Suggestion.best(for: long, among: [long + "y"] + commands) != "demo")
  }
}
