import TraceAnalysis

/// What a report's page says of the changes since other runs: words and tables that are ready to be shown.
struct ReportChanges {
  private let comparison: RunComparison
  private let words: ComparisonWords

  /// The most rows of a table, and the most findings.
  private static let limit = 30

  init(_ comparison: RunComparison) {
    self.comparison = comparison
    words = ComparisonWords(comparison)
  }

  /// The whole, as `Page/changes.js` reads it.
  var json: PageJSON {
    let tables = ComparisonTables(comparison: comparison, words: words, limit: Self.limit)
    return [
      "runs": .string("\(words.runs); \(words.shownRun)"),
      "verdict": .string(words.verdict),
      "level": .string(words.level.word),
      "notes": PageJSON(words.notes),
      "basis": .string(words.basis),
      "totals": comparison.isEmpty ? .null : json(tables.totals),
      "tables": .array(comparison.isEmpty ? [] : tables.all.map(json)),
      "findings": [
        json(comparison.newFindings, "new findings", of: comparison.after),
        json(comparison.goneFindings, "findings that are gone", of: comparison.before),
      ],
    ]
  }

  private func json(_ table: ComparisonTable) -> PageJSON {
    [
      "heading": .string(table.heading),
      "heads": PageJSON(table.heads),
      "rows": .array(table.rows.map { PageJSON($0.cells) }),
      "parts": .array(table.rows.map { $0.part.map(json) ?? .null }),
      "rest": PageJSON(table.rest),
    ]
  }

  /// What to search the page for; nothing where it has no such operation.
  private func json(_ part: OperationPart) -> PageJSON {
    guard comparison.after[0].parts[part] != nil else { return .null }
    return [
      "name": part.name.map { .string(VisibleText.line($0)) } ?? .null,
      "class": .string(VisibleText.line(part.className)),
    ]
  }

  private func json(
    _ changes: [RunComparison.FindingChange],
    _ heading: String,
    of runs: [RunProfile]
  ) -> PageJSON {
    [
      "heading": .string(heading),
      "entries": .array(
        changes.prefix(Self.limit).map { change in
          [
            "head": .string(words.head(change, of: runs)),
            "severity": .string(change.finding.severity.rawValue),
            "sentence": .string(VisibleText.line(change.finding.sentence)),
          ]
        }
      ),
      "rest": PageJSON(max(0, changes.count - Self.limit)),
    ]
  }
}
