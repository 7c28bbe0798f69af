import COperationHooks

/// Calls of Foundation that do not return.
package enum BlockedCalls {
  /// Looks for threads that have been inside one for `patienceNanoseconds`, and records each such call once.
  ///
  /// Call it every 50 milliseconds or so from one thread. It asks nothing of the program or of Foundation.
  package static func look(patienceNanoseconds: UInt64) {
    // Where events come from key-value observation, calls are not seen.
    #if !canImport(ObjectiveC)
    oth_watch_calls(patienceNanoseconds)
    #endif
  }

  /// The number of the last call that was recorded as blocked, if one of them has not returned; the first is 1.
  package static var last: UInt32? {
    #if canImport(ObjectiveC)
    return nil
    #else
    var told: UInt32 = 0
    return oth_blocked_calls(&told) > 0 ? told : nil
    #endif
  }
}
