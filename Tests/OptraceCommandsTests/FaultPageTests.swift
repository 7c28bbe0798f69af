import Foundation
import Testing
import TraceAnalysis
import TraceTestSupport

/// docs/faults.md says what the rules say.
struct FaultPageTests {
  private static let page = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("docs/faults.md")

  @Test
  func thePageIsMadeFromTheRules() throws {
    try GoldenFile(at: Self.page).expect(FaultPage.text)
  }

  @Test
  func itsLinksLeadToHeadings() {
    let text = FaultPage.text
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }
      .map { $0.drop { "# `".contains($0) }.lowercased().replacing("`", with: "") }
    let links = text.matches(of: /\]\(#([a-z-]+)\)/).map { String($0.output.1) }
    #expect(links.count > DiagnosisCatalogue.faults.count)
    #expect(Set(links).isSubset(of: headings))
    #expect(Set(headings).count == headings.count)
  }
}
