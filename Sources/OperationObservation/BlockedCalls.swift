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
}
