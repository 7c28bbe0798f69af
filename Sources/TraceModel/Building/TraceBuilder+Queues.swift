import TraceEvents

extension TraceBuilder {
  /// Concludes each queue's depth over time and what follows from it, and names its operations.
  mutating func resolveQueues() {
    for queue in collector.queues.indices {
      let operations = collector.queueDrafts[queue].operations
      collector.queueDrafts[queue].operations = []
      collector.queues[queue].operations = operations.map { collector.operations[Int($0)].id }
      var history = QueueHistory()
      for operation in operations {
        history.add(
          collector.operations[Int(operation)].milestones,
          collector.operations[Int(operation)].timeline
        )
      }
      history.run(countingFrom: log.horizon?.instant ?? .zero, end: end)
      collector.queues[queue].depth = history.depth
      collector.queues[queue].peakConcurrency = history.peak
      collector.queues[queue].meanConcurrency = history.meanConcurrency
      collector.queues[queue].busyShare = history.busyShare
    }
  }
}
