import Testing
import TraceRendering
import TraceTestSupport

@Suite struct XMLTextTests {
  @Test func `What means something in XML is escaped`() {
    #expect(XMLText.escape(#"<a b="c">&'"#) == "&lt;a b=&quot;c&quot;&gt;&amp;'")
    #expect(XMLText.escape("]]>") == "]]&gt;")
    #expect(XMLText.escape("é\u{1F600}\t\n") == "é\u{1F600}\t\n")
  }

  @Test func `What XML does not allow is replaced`() throws {
    let forbidden = (0..<0x20).map { UInt32($0) } + [0xFFFE, 0xFFFF]
    for value in forbidden where ![0x9, 0xA, 0xD].contains(value) {
      let scalar = try #require(Unicode.Scalar(value))
      #expect(XMLText.escape("a\(scalar)b") == "a\u{FFFD}b")
      #expect(XMLElements("<x y=\"\(XMLText.escape(String(scalar)))\"/>") != nil)
    }
  }
}
