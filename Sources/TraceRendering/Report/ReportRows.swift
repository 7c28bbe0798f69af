import TraceAnalysis
import TraceEvents
import TraceModel

/// The operations that a report shows, in the order of first sight: its rows.
struct ReportRows {
  /// The positions in the trace of the operations, by row.
  let positions: [Int]

  private let rows: [Int32]
  private let trace: Trace

  init(_ annotated: AnnotatedTrace) {
    trace = annotated.trace
    positions = annotated.selected?.positions ?? Array(trace.operations.indices)
    var rows = [Int32](repeating: -1, count: trace.operations.count)
    for (row, position) in positions.enumerated() { rows[position] = Int32(row) }
    self.rows = rows
  }

  /// The row of an operation; nil for one that is not shown.
  subscript(id: OperationID?) -> Int? {
    guard let id, let position = trace.position(of: id) else { return nil }
    return self[position]
  }

  /// The row of the operation at a position.
  subscript(position: Int) -> Int? {
    rows[position] < 0 ? nil : Int(rows[position])
  }
}
