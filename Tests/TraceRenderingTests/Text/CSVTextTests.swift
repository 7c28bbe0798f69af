import Testing
import TraceRendering

@Suite
struct CSVTextTests {
  private func row(_ cells: CSVText.Cell...) -> String {
    var table = CSVText(["a"])
    table.add(cells)
    return String(table.text.dropFirst(2))
  }

  @Test
  func `Rows are separated as RFC 4180 says`() {
    var table = CSVText(["operation", "ns"])
    table.add([.name("load"), .number(.max)])
    table.add([.empty, .empty])
    #expect(table.text == "operation,ns\r\nload,18446744073709551615\r\n,\r\n")
  }

  @Test
  func `Commas and quotes stay in their cell`() {
    #expect(row(.name("a,b"), .word("c")) == "\"a,b\",c\r\n")
    #expect(row(.name("say \"x\"")) == "\"say \"\"x\"\"\"\r\n")
    #expect(row(.name("été 写真")) == "été 写真\r\n")
  }

  @Test(arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "＝1", "＋1", "－1", "＠x"])
  func `A name that begins as a formula does is none`(name: String) {
    #expect(row(.name(name)) == "'\(name)\r\n")
    #expect(row(.name("=a,\"b\"")) == "\"'=a,\"\"b\"\"\"\r\n")
  }

  @Test
  func `Names stay on their line and take over no terminal`() {
    #expect(row(.name("a\r\n=b")) == "a\\r\\n=b\r\n")
    #expect(row(.name("\u{1B}[31m")) == "\\u{1B}[31m\r\n")
    #expect(row(.name("\t=1")) == "' =1\r\n")
  }
}
