import Foundation
import Testing
import TraceTestSupport

@testable import TraceRendering

struct PageJSONTests {
  @Test
  func `Nothing in a text ends a script element, and a reader of JSON gets it back`() throws {
    var generator = SeededGenerator(seed: 11)
    let fixed = [
      "</script>", "<!--", "]]>", "\u{2028}\u{2029}\u{FEFF}\u{202E}", "\"\\\n\0\u{7F}", "写真 👩‍👩‍👧",
    ]
    for text in fixed + (0..<300).map({ _ in HostileText.random(&generator) }) {
      let json = PageJSON.array([.string(text)]).text
      #expect(!json.contains("<") && !json.contains(">") && !json.contains("&"))
      #expect(json.unicodeScalars.allSatisfy { $0.value >= 0x20 })
      let read = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String]
      #expect(read?.first.map { Array($0.utf8) } == Array(text.utf8))
    }
  }

  @Test
  func `Values stand in the order in which they were given`() {
    let value: PageJSON = [
      "b": .null, "a": [.bool(true), .integer(-1), .number(0.5), .number(.nan)],
    ]
    #expect(value.text == #"{"b":null,"a":[true,-1,0.5,null]}"#)
  }
}
