import Foundation
import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@testable import TraceRendering

struct TraceReportTests {
  private func html(_ trace: Trace, graph: String? = nil) -> String {
    TraceReport(of: trace, diagnosis: trace.diagnosis(), criticalPath: trace.criticalPath)
      .html(graph: graph)
  }

  private func part(_ html: String, from opening: String, to closing: String) throws -> String {
    let start = try #require(html.range(of: opening))
    let end = try #require(html.range(of: closing, range: start.upperBound..<html.endIndex))
    return String(html[start.upperBound..<end.lowerBound])
  }

  @Test
  func `The page is the same each time, and says of itself what may run in it`() throws {
    let trace = SampleRun.photoImport.trace
    let page = html(trace)
    #expect(page == html(trace))
    #expect(page.hasPrefix("<!DOCTYPE html>\n") && page.hasSuffix("</html>\n"))
    let policy = try part(page, from: "Content-Security-Policy\" content=\"", to: "\"")
    let script = try part(page, from: "<script type=\"module\">", to: "</script>")
    let style = try part(page, from: "<style>", to: "</style>")
    #expect(policy.contains("script-src 'sha256-\(SHA256.base64(of: Array(script.utf8)))'"))
    #expect(policy.contains("style-src 'sha256-\(SHA256.base64(of: Array(style.utf8)))'"))
    #expect(policy.hasPrefix("default-src 'none';"))
    #expect(!policy.contains("unsafe") && !policy.contains("http"))
  }

  @Test
  func `It names nothing that it would have to load`() {
    let page = html(SampleRun.photoImport.trace)
    for word in [" src=", "url(", "@import", "<link", "<iframe", "fetch(", "XMLHttpRequest"] {
      #expect(!page.contains(word), "\(word)")
    }
    let addresses = page.split(separator: "http").dropFirst().filter { !$0.hasPrefix("-equiv=") }
    // Names of XML are no addresses that a browser goes to.
    #expect(addresses.allSatisfy { $0.hasPrefix("://www.w3.org/") })
  }

  @Test
  func `Names are data: they make no element, and come back as they were`() throws {
    let names = [
      "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<!-- <script>",
      "{{script}}", "javascript:alert(1)", "\" onload=\"alert(1)", "&lt;b&gt;",
    ]
    let script = TraceScript()
    script.header.program = "</title><script>alert(1)</script>"
    let queue = script.queue("</script><b>queue", limit: 1)
    for (number, name) in names.enumerated() {
      let start = Double(number)
      let operation = script.operation(name, class: "<i>Class</i>")
      script.run(operation, on: queue, enqueued: 0, started: start, finished: start + 0.5)
    }
    let page = html(script.trace(endMs: 20))
    #expect(page.components(separatedBy: "<script").count == 3)
    #expect(page.components(separatedBy: "</script").count == 3)
    #expect(!page.contains("<img") && !page.contains("<i>") && !page.contains("<b>"))
    let data = try part(page, from: "id=\"data\">", to: "</script>")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any]
    )
    #expect(object["stems"] as? [String] == names)
    #expect(try part(page, from: "<title>", to: "</title>").contains("&lt;/title&gt;"))
  }

  @Test
  func `The picture stands in it as an element, without a style of its own`() throws {
    let svg = """
      <?xml version="1.0"?>
      <!-- made by -->
      <svg width="10"><style>a{}</style><g><title>a &lt; b</title></g><style>b{}</style></svg>

      """
    let page = html(SampleRun.photoImport.trace, graph: svg)
    let picture = try part(page, from: "id=\"graph-picture\">", to: "</div>")
    #expect(picture == "<svg width=\"10\"><g><title>a &lt; b</title></g></svg>\n")
    #expect(InlinePicture.element(of: "no picture") == "")
  }

  @Test
  func `What only makes a picture longer is left out of it, and no text is changed`() {
    let svg = """
      <svg viewBox="0.00 0.00 1.25 2.50">
      <!-- 1&#45;&gt;2 -->
      <g id="e_1_2" class="edge dependency">
      <title>1.234 depends on d="1.234"</title>
      <g id="a_e_1_2"><a xlink:title="1"></a></g>
      <g id="a_e_1_2"><a xlink:title="1"></a></g>
      <path d="M287.349,-2248.79C2,3.5 .25,1.999 -4.001,5"/><polygon points="1.23,4.56 7,8.9"/>
      </g>
      <g id="op_1" class="node operation"><title>points=&quot;1.234&quot;</title>
      <path d="M1.234,5.678"/>
      <text font-family="\(FontMetrics.family)" x="1.25">d=1.25 and "1.234"</text></g>
      </svg>
      """
    let expected = """
      <svg viewBox="0.00 0.00 1.25 2.50">

      <g id="e_1_2" class="edge dependency">
      <g><a xlink:title="1"></a></g>
      <g><a xlink:title="1"></a></g>
      <path d="M287,-2248C2,3 .2,1 -4,5"/><polygon points="1.2,4.5 7,8.9"/>
      </g>
      <g id="op_1" class="node operation"><title>points=&quot;1.234&quot;</title>
      <path d="M1.2,5.6"/>
      <text x="1.25">d=1.25 and "1.234"</text></g>
      </svg>
      """
    #expect(InlinePicture.element(of: svg) == expected)
  }

  @Test
  func `Ten thousand operations take less than a megabyte`() {
    let page = html(TraceScript.longRun(operations: 10_000).trace(endMs: 12_000))
    // The graph of at most 150 nodes takes some hundred kilobytes more.
    #expect(page.utf8.count < 850_000)
  }
}
