import TraceAnalysis
import TraceEvents
import TraceModel

/// What a timeline's picture shows, and what of a run it leaves out.
struct TimelineContents {
  let annotated: AnnotatedTrace

  /// The heading.
  let title: String

  /// The span of time that is shown.
  let span: RunSpan

  /// The queues with something to show in the order of first sight, then what was in none.
  let bands: [TimelineBand]

  /// How many queues have nothing to show.
  let idleQueueCount: Int

  /// How many queues with something to show are left out, as the picture would be too high, and how many operations in them.
  let omitted: (bands: Int, operations: Int)

  /// How densely it is drawn.
  let density: PictureDensity

  init(_ annotated: AnnotatedTrace, title: String?) {
    self.annotated = annotated
    self.title = annotated.title(title)
    let trace = annotated.trace
    let narrowed = annotated.selected.flatMap { $0.isEverything ? nil : $0 }
    span = annotated.selectedSpan
    let queueCount = trace.queues.count
    let shown = narrowed?.positions ?? Array(trace.operations.indices)
    let groups = Buckets(
      shown,
      count: queueCount + 1,
      key: { position in
        trace.operations[position].queue.flatMap { trace.position(of: $0) } ?? queueCount
      },
      value: { $0 }
    )
    var all: [TimelineBand] = []
    for number in 0...queueCount {
      let queue = number < queueCount ? trace.queues[number] : nil
      let bare = narrowed == nil ? queue?.bareBarriers ?? [] : []
      let positions = Array(groups[number])
      guard !positions.isEmpty || !bare.isEmpty else { continue }
      all.append(TimelineBand(queue, positions: positions, bareBarriers: bare, in: annotated, span))
    }
    idleQueueCount = queueCount - all.count { $0.queue != nil }
    density = PictureDensity(for: all)
    let kept = density.bands(of: all)
    bands = kept.map { all[$0] }
    let left = Set(all.indices).subtracting(kept)
    omitted = (left.count, left.reduce(0) { $0 + all[$1].operationCount })
  }

  var trace: Trace {
    annotated.trace
  }
}
