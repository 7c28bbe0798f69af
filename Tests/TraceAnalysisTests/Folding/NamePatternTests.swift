import Testing
import TraceAnalysis

@Suite("Patterns of names")
struct NamePatternTests {
  @Test(
    "Numbers, UUIDs and hexadecimal runs become #",
    arguments: [
      ("thumbnail 17", "thumbnail #"),
      ("thumbnail17", "thumbnail#"),
      ("IMG_0042.jpg", "IMG_#.jpg"),
      ("17", "#"),
      ("job #17", "job #"),
      ("part 1,024 of 4096", "part # of #"),
      ("ping 10.0.0.1", "ping #"),
      ("v1.2.3-rc4", "v#-rc#"),
      ("ends with 3.", "ends with #."),
      ("1024x768", "#x#"),
      ("fetch 123E4567-e89b-12d3-a456-426614174000.json", "fetch #.json"),
      ("<Load: 0x600003a1>", "<Load: #>"),
      ("0X1F", "#"),
      ("blob 3fa9c2", "blob #"),
      ("blob abcdef12", "blob #"),
      ("blob da39a3ee5e6b4b0d3255bfef95601890afd80709", "blob #"),
      ("année 2026 été", "année # été"),
      ("第3章", "第#章"),
      ("12345678.5", "#"),
      ("12345678.5a", "#a"),
    ]
  )
  func numbers(name: String, pattern: String) {
    #expect(NamePattern(name).text == pattern)
  }

  @Test(
    "Words stay, also those that are made of hexadecimal digits",
    arguments: [
      "", "decode", "facade", "deadbeef", "#", "a-b.c,d", "été",
      "abcdefab-abcd-abcd-abcd-abcdefabcdef",
    ]
  )
  func words(name: String) {
    #expect(NamePattern(name).text == name)
  }

  @Test(
    "What only begins like a number of another kind is read as words and numbers",
    arguments: [
      ("facade1", "facade#"),
      ("0x", "#x"),
      ("0xyz12", "#xyz#"),
      ("3fa9c", "#fa#c"),
      ("3fa9c2z", "#fa#c#z"),
      ("123e4567-e89b-12d3-a456-42661417400", "#-e#b-#d#-a#-#"),
      ("123e4567-e89b-12d3-a456-4266141740001", "#-e#b-#d#-a#-#"),
    ]
  )
  func nearMisses(name: String, pattern: String) {
    #expect(NamePattern(name).text == pattern)
  }

  @Test("Patterns of names that differ in their numbers are equal")
  func equality() {
    #expect(NamePattern("resize 1") == NamePattern("resize 1,000"))
    #expect(NamePattern("resize 1") != NamePattern("decode 1"))
    #expect(Set((0..<1_000).map { NamePattern("op \($0) of 1000") }).count == 1)
  }

  @Test("A pattern is never longer than its name, and its own pattern")
  func isStable() {
    var random = SystemRandomNumberGenerator()
    let parts = [
      "0x", "-", ".", ",", "#", "1", "23", "a", "f", "zebra", "é", "\u{1F600}", "\u{1B}",
    ]
    for _ in 0..<2_000 {
      let name = (0..<Int.random(in: 0...40, using: &random))
        .map { _ in parts.randomElement(using: &random) ?? "" }
        .joined()
      let pattern = NamePattern(name).text
      #expect(pattern.utf8.count <= name.utf8.count)
      #expect(NamePattern(pattern).text == pattern, "\(name.debugDescription)")
      let numbers = pattern.filter(\.isNumber)
      #expect(numbers.isEmpty)
    }
  }
}
