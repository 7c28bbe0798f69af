import TraceAnalysis
import TraceEvents
import TraceModel

/// The queues of a report with their lanes; what was in none stands behind the last of them.
struct ReportQueues {
  /// The lane of each operation in its queue, by row.
  private(set) var lanes: [Int]

  private var entries: [PageJSON] = []

  init(_ annotated: AnnotatedTrace, rows: ReportRows) {
    let trace = annotated.trace
    lanes = Array(repeating: 0, count: rows.positions.count)
    let isNarrowed = annotated.selected.map { !$0.isEverything } ?? false
    let groups = Buckets(
      rows.positions,
      count: trace.queues.count + 1,
      key: { position in
        trace.operations[position].queue.flatMap { trace.position(of: $0) } ?? trace.queues.count
      },
      value: { $0 }
    )
    for number in 0...trace.queues.count {
      let queue = number < trace.queues.count ? trace.queues[number] : nil
      let band = TimelineBand(
        queue,
        positions: Array(groups[number]),
        bareBarriers: isNarrowed ? [] : queue?.bareBarriers ?? [],
        in: annotated,
        annotated.selectedSpan
      )
      var bareLanes = [Int](repeating: 0, count: band.bareBarriers.count)
      for (lane, items) in (band.executed.lanes + band.neverRan.lanes).enumerated() {
        for item in items {
          switch item.source {
          case .operation(let position):
            if let row = rows[position] { lanes[row] = lane }
          case .bareBarrier(let place): bareLanes[place] = lane
          }
        }
      }
      entries.append(Self.entry(band, bareLanes: bareLanes, in: annotated))
    }
  }

  /// The queues in the order of first sight, and an entry for what was in none.
  var json: PageJSON {
    .array(entries)
  }

  private static func entry(
    _ band: TimelineBand,
    bareLanes: [Int],
    in annotated: AnnotatedTrace
  ) -> PageJSON {
    let trace = annotated.trace
    func moment(_ instant: TraceInstant?) -> PageJSON {
      instant.map { PageJSON($0.nanoseconds) } ?? .null
    }
    let barriers = zip(band.bareBarriers, bareLanes).map { barrier, lane -> PageJSON in
      [
        "added": moment(barrier.added), "began": moment(barrier.began),
        "ended": moment(barrier.ended), "lane": PageJSON(lane),
      ]
    }
    let queue = band.queue
    let limits = queue?.limits ?? []
    let suspensions = queue?.suspensions ?? []
    return [
      "name": .string(queue?.visibleName() ?? "in no queue"),
      "isNone": .bool(queue == nil),
      "isMain": .bool(queue?.isMain ?? false),
      "use": .string(queue?.useInWords ?? ""),
      "count": PageJSON(band.operationCount),
      "limit": PageJSON(queue?.limit ?? -1),
      "limits": .array(limits.map { .array([moment($0.instant), PageJSON($0.limit)]) }),
      "lanes": PageJSON(band.laneCount),
      "executedLanes": PageJSON(band.executed.lanes.count),
      "suspended": .array(
        suspensions.map { .array([moment($0.start), moment($0.end ?? trace.end)]) }
      ),
      "barriers": .array(barriers),
      "peak": PageJSON(queue?.peakConcurrency ?? 0),
      "mean": .number(queue?.meanConcurrency ?? 0),
      "busy": .number(queue?.busyShare ?? 0),
    ]
  }
}
