import COperationHooks

/// The name that a thread has in debuggers and in lists of threads.
package enum ThreadName {
  /// Gives the calling thread its name, of at most 15 bytes.
  package static func set(_ name: String) {
    oth_name_thread(name)
  }
}
