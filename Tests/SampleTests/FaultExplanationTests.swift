import Foundation
import Testing
import TraceAnalysis

/// The code in the catalogue's explanations is code that is built and run: lines of the faults' samples.
struct FaultExplanationTests {
  @Test
  func everyFaultHasASample() {
    let samples = ExpectedFault.all.map(\.sample).sorted()
    #expect(samples == DiagnosisCatalogue.faults.map(\.name).sorted())
  }

  @Test(arguments: DiagnosisCatalogue.faults.map(\.name))
  func itsCodeStandsInItsSample(name: String) throws {
    let explanation = try #require(DiagnosisCatalogue.fault(named: name)).explanation
    let sample = try #require(try Self.sample(named: name), "\(name) has no sample")
    for code in [explanation.wrong, explanation.right] {
      let lines = Self.lines(of: code)
      #expect(!lines.isEmpty, "\(name) shows no code")
      #expect(lines.count <= 12)
      #expect(Self.firstMissing(of: lines, in: sample) == nil)
    }
    #expect(explanation.wrong != explanation.right)
  }

  /// The lines of the file in `samples/faults` that has a sample of this name.
  private static func sample(named name: String) throws -> [Substring]? {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("samples/faults")
    for kind in ["Stalls", "Misuses"] {
      let files = try FileManager.default.contentsOfDirectory(
        at: folder.appendingPathComponent(kind),
        includingPropertiesForKeys: nil
      )
      for file in files {
        let text = try String(contentsOf: file, encoding: .utf8)
        if text.contains("FaultSample(\n    \"\(name)\"") { return lines(of: text) }
      }
    }
    return nil
  }

  /// The lines without the blanks in front of them, and without empty ones.
  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
  }

  /// The first line that does not come after those before it.
  private static func firstMissing(of lines: [Substring], in sample: [Substring]) -> Substring? {
    var rest = sample[...]
    for line in lines {
      guard let place = rest.firstIndex(of: line) else { return line }
      rest = rest[(place + 1)...]
    }
    return nil
  }
}
