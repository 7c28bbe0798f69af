package import TraceEvents

extension EventLog {
  /// Events without any sense: random kinds, identities that are unknown, zero or the largest, instants in no order.
  package static func garbage(seed: UInt64, count: Int = 300) -> EventLog {
    var random = SeededGenerator(seed: seed)
    let identities: [UInt32] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 500, 1 << 20, .max - 1, .max]
    let instants: [UInt64] = [0, 1, .max / 2, .max - 1, .max]
    func identity() -> UInt32 { identities.randomElement(using: &random) ?? 0 }
    func number() -> UInt64 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: UInt64(identity())
      case 1: UInt64.random(in: 0...5, using: &random)
      case 2: UInt64.random(in: .min ... .max, using: &random)
      default: UInt64(identity()) << 32 | UInt64(identity())
      }
    }
    func instant() -> TraceInstant {
      let isExtreme = random.chance(0.1)
      let small = UInt64.random(in: 0..<400, using: &random)
      let nanoseconds = isExtreme ? instants.randomElement(using: &random) ?? 0 : small
      return TraceInstant(nanoseconds: nanoseconds)
    }
    let isSorted = random.chance(0.5)
    var events = (0..<count).map { _ in
      TraceEvent(
        TraceEvent.Kind.allCases.randomElement(using: &random) ?? .noted,
        at: instant(),
        thread: ThreadID(rawValue: identity()),
        actor: random.chance(0.5) ? OperationID(rawValue: identity()) : nil,
        operation: random.chance(0.9) ? OperationID(rawValue: identity()) : nil,
        queue: random.chance(0.9) ? QueueID(rawValue: identity()) : nil,
        argument: number(),
        flags: TraceEvent.Flags(rawValue: UInt8.random(in: .min ... .max, using: &random)),
        detail: UInt16.random(in: .min ... .max, using: &random)
      )
    }
    if isSorted { events.sort { $0.instant < $1.instant } }
    return EventLog(events: events, strings: ["", "a", "Module.A", "b"])
  }
}
