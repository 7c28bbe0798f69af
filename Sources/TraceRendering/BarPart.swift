package import TraceEvents
import TraceModel

/// What an operation's time is drawn as: its states, and apart from them the time in which it is stalled.
package enum BarTone: Hashable, CaseIterable {
  /// It waits for dependencies, a barrier or its own `isReady`.
  case waitingForDependencies
  /// Its queue is suspended.
  case queueSuspended
  /// It waits for a slot.
  case waitingForSlot
  /// A slot is free, and it has not been started.
  case dispatch
  /// It executes.
  case executing
  /// It does not get on, whatever it does.
  case stalled

  init(_ state: OperationState) {
    self =
      switch state {
      case .waitingForDependencies: .waitingForDependencies
      case .queueSuspended: .queueSuspended
      case .waitingForSlot: .waitingForSlot
      case .dispatch: .dispatch
      case .executing: .executing
      }
  }

  /// What it means, for a legend.
  var words: String {
    switch self {
    case .waitingForDependencies: "waits for dependencies"
    case .queueSuspended: "queue suspended"
    case .waitingForSlot: "waits for a slot"
    case .dispatch: "dispatch"
    case .executing: "executes"
    case .stalled: "stalled"
    }
  }
}

/// A part of an operation's time, to be drawn in one tone.
package struct BarPart: Hashable {
  /// The tone.
  package var tone: BarTone
  /// When it begins.
  package var start: TraceInstant
  /// When it ends.
  package var end: TraceInstant

  /// Makes a part.
  package init(_ tone: BarTone, from start: TraceInstant, to end: TraceInstant) {
    self.tone = tone
    self.start = start
    self.end = end
  }
}

extension TracedOperation {
  /// Its time as it is drawn, in the order of time, without empty parts; since when it is stalled is marked as such.
  func barParts(stalledSince: TraceInstant?) -> [BarPart] {
    var parts: [BarPart] = []
    func add(_ tone: BarTone, from start: TraceInstant, to end: TraceInstant) {
      guard start < end else { return }
      if let last = parts.last, last.tone == tone, last.end == start {
        parts[parts.count - 1].end = end
      } else {
        parts.append(BarPart(tone, from: start, to: end))
      }
    }
    for interval in intervals {
      // `start()` of a cancelled operation only finishes it: its body never ran.
      if outcome == .cancelledBeforeStart, interval.state == .executing { continue }
      let turn = stalledSince.map { min(max($0, interval.start), interval.end) } ?? interval.end
      add(BarTone(interval.state), from: interval.start, to: turn)
      add(.stalled, from: turn, to: interval.end)
    }
    return parts
  }
}
