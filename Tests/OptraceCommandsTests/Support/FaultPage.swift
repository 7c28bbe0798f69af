import TraceAnalysis
import TraceRendering

/// The page docs/faults.md, made from what the rules say about themselves.
enum FaultPage {
  static var text: String {
    let faults = DiagnosisCatalogue.faults
    var blocks = [
      "# Faults",
      """
      What `optrace diagnose` can find, under the names that it prints. `optrace explain NAME` shows the same at a prompt. The code
      is from [samples/faults](../samples/faults), where each fault is a program that runs.
      """,
      """
      <!-- This page is made from Sources/TraceAnalysis/Rules: change the rules, and run scripts/update-goldens. -->
      """,
      index(faults),
    ]
    for kind in Fault.Kind.allCases {
      blocks += ["## \(kind.title)", kind.introduction]
      blocks += faults.filter { $0.kind == kind }.flatMap(section)
    }
    blocks += [
      "## Thresholds",
      """
      From when on the rules speak. `--threshold NAME=VALUE` sets one for a diagnosis, and a file `optrace.json` beside the trace or
      in the working directory sets it for all: `{"thresholds": {"stall": "10s", "chain": 5000}}`. Lengths of time have a unit:
      `ns`, `us`, `ms`, `s`, `min` or `h`.
      """,
      thresholds(faults),
    ]
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private static func index(_ faults: [Fault]) -> String {
    let rows = faults.map { "| \(link($0.name)) | \($0.kind.severity) | \($0.explanation.what) |" }
    return (["| fault | severity | what it is |", "|---|---|---|"] + rows).joined(separator: "\n")
  }

  private static func section(_ fault: Fault) -> [String] {
    let explanation = fault.explanation
    var blocks = ["### `\(fault.name)`", explanation.what]
    blocks.append("**Why it happens.** \(explanation.why)")
    blocks.append("**What to change.** \(explanation.change)")
    for (label, code) in [("Wrong", explanation.wrong), ("Right", explanation.right)]
    where !code.isEmpty {
      blocks += ["\(label):", "```swift\n\(code)\n```"]
    }
    let thresholds = fault.thresholds.map { "`\($0.standard)`" }
    if !thresholds.isEmpty {
      blocks.append("[Thresholds](#thresholds): \(thresholds.joined(separator: ", ")).")
    }
    let related = fault.related.filter { DiagnosisCatalogue.fault(named: $0) != nil }
    if !related.isEmpty { blocks.append("Related: \(related.map(link).joined(separator: ", ")).") }
    return blocks
  }

  private static func thresholds(_ faults: [Fault]) -> String {
    let rows = ThresholdSetting.all.map { threshold in
      let users = faults.filter { $0.thresholds.contains(threshold) }.map { link($0.name) }
      return "| `\(threshold.standard)` | \(threshold.meaning) | \(users.joined(separator: ", ")) |"
    }
    let head = ["| name and default | meaning | who goes by it |", "|---|---|---|"]
    return (head + rows).joined(separator: "\n")
  }

  private static func link(_ name: String) -> String {
    "[`\(name)`](#\(name))"
  }
}

extension Fault.Kind {
  fileprivate var title: String {
    switch self {
    case .stall: "Stalls"
    case .misuse: "Misuses"
    case .consequence: "Consequences"
    }
  }

  fileprivate var introduction: String {
    switch self {
    case .stall:
      "Errors: something is stuck and will not get on by itself. `diagnose` ends with status 1."
    case .misuse:
      "Warnings: what did or may do damage. With `--strict`, `diagnose` ends with status 1."
    case .consequence:
      "What a stall holds up. It is told under its root cause, and never as a finding of its own."
    }
  }
}
