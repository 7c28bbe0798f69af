/// Why operations can't be observed in this process.
///
/// Nothing was changed when it is thrown.
public enum ObservationError: Error, Hashable, Sendable {
  /// This Foundation is not one that the hooks know: `what` names the method or structure that was looked for and found
  /// `count` times instead of once.
  case unknownFoundation(what: String, count: Int)

  /// As many tracers record already as can at once.
  case tooManyTracers(limit: Int)

  /// Every queue of the process was asked for where queues are observed one by one, as on Apple platforms.
  case queuesMustBeNamed
}

extension ObservationError: CustomStringConvertible {
  /// One sentence that says what and what to do.
  public var description: String {
    switch self {
    case .unknownFoundation(let what, let count):
      """
      this Foundation is not known: \(what) was found \(count) times instead of once; nothing was \
      changed; use a toolchain that this version of swift-operation-tracing supports
      """
    case .tooManyTracers(let limit):
      "\(limit) tracers record already, which is the limit; stop one first"
    case .queuesMustBeNamed:
      "this platform observes queues one by one: name the queues to trace"
    }
  }
}
