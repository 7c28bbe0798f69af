import TraceAnalysis
import TraceEvents
import TraceModel

/// Words for how far cancellations and failures went.
struct SpreadText {
  private let annotated: AnnotatedTrace

  /// The most spreads that are told one by one.
  private static let most = 6

  init(_ annotated: AnnotatedTrace) {
    self.annotated = annotated
  }

  /// What to tell, in the order of time: those that reached most, and how many there are besides.
  func paragraphs(_ spreads: [Spread]) -> [Paragraph] {
    let ranked = spreads.indices.sorted { (weight(spreads[$0]), $1) > (weight(spreads[$1]), $0) }
    let shown = ranked.prefix(Self.most).sorted()
    var paragraphs = shown.map { paragraph(about: spreads[$0]) }
    if spreads.count > shown.count {
      let rest = CountText.of(
        spreads.count - shown.count,
        "other cancellation or failure",
        "others"
      )
      paragraphs.append(Paragraph(head: "and \(rest) that reached less", lines: []))
    }
    return paragraphs
  }

  /// A heading and what belongs under it, each with a label.
  struct Paragraph: Hashable {
    var head: String
    var lines: [Line]
  }

  /// A label and what it stands for.
  struct Line: Hashable {
    var label: String
    var text: String
  }

  /// What ran on missing data weighs more than any number of operations that were cancelled as one wanted.
  private func weight(_ spread: Spread) -> Int {
    spread.ranAnyway.count * 1_000 + spread.operations.count
  }

  private func paragraph(about spread: Spread) -> Paragraph {
    let moment = annotated.duration(spread.instant.nanoseconds)
    var lines: [Line] = []
    func add(_ label: String, _ ids: [OperationID], _ remark: String = "") {
      if !ids.isEmpty { lines.append(Line(label: label, text: names(ids) + remark)) }
    }
    switch spread.kind {
    case .failure:
      let failed = spread.operations.first.flatMap { annotated.trace[$0] }
      let reason = annotated.cut(failed?.failure ?? "", to: 200)
      let tail = VisibleText.isBlank(reason) ? "" : ": \(reason)"
      add(
        "ran",
        spread.ranAnyway,
        ", which \(spread.ranAnyway.count == 1 ? "depends" : "depend") on it"
      )
      return Paragraph(head: "\(names(spread.operations)) failed at \(moment)\(tail)", lines: lines)
    case .cancellation:
      add("never ran", spread.skipped)
      add("was executing", spread.interrupted, interruption(of: spread))
      add(
        "ran",
        spread.ranAnyway,
        ", which \(spread.ranAnyway.count == 1 ? "depends" : "depend") on what was cancelled"
      )
      return Paragraph(head: "\(cancelled(by: spread)) at \(moment)", lines: lines)
    }
  }

  private func cancelled(by spread: Spread) -> String {
    let actor = spread.actor.map(name)
    let thread = annotated.cut(annotated.trace.visibleName(of: spread.thread), to: 40)
    let who = actor ?? thread
    guard let queue = spread.queue else { return "\(who) cancelled \(names(spread.operations))" }
    let count = CountText.of(spread.operations.count, "operation")
    return "\(who) cancelled all of queue \(annotated.name(queue)), \(count)"
  }

  /// How long the cancelled ones went on.
  private func interruption(of spread: Spread) -> String {
    let latencies = spread.interrupted.compactMap { id -> UInt64? in
      guard let milestones = annotated.trace[id]?.milestones, let finished = milestones.finished,
        let cancelled = milestones.cancelled, finished > cancelled
      else { return nil }
      return finished.nanoseconds(since: cancelled)
    }
    guard let longest = latencies.max() else { return "" }
    let upTo = latencies.count > 1 ? "up to " : ""
    return ", for \(upTo)\(annotated.duration(longest)) more"
  }

  private func names(_ ids: [OperationID]) -> String {
    CountText.list(ids.prefix(7).map(name), of: ids.count, atMost: 6)
  }

  /// A name as it stands in a sentence: in quotes where it could be taken for a part of it.
  private func name(_ id: OperationID) -> String {
    let name = annotated.name(id)
    return name.contains(" ") ? "\"\(name)\"" : name
  }
}
