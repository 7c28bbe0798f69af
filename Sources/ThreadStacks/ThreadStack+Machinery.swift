import TraceEvents

extension [ThreadStack.Frame] {
  /// The calls without those at the outer end that every operation has, and without the compiler's own little functions.
  ///
  /// Those are of the tracer's hook, of Foundation, of dispatch and of the system's threads. What the program itself calls
  /// stays, also of these libraries: it says what the thread is blocked in.
  var withoutMachinery: [ThreadStack.Frame] {
    var frames = filter { !$0.isGlue }
    if let hook = frames.lastIndex(where: { $0.function == "hook_start" }) {
      frames.removeSubrange(hook...)
    }
    guard let outermost = frames.lastIndex(where: { !$0.isMachinery }) else { return frames }
    return Array(frames[...outermost])
  }
}

extension ThreadStack.Frame {
  private static let glue = [
    "thunk for ", "partial apply ", "reabstraction thunk ", "dispatch thunk of ", "merged ",
  ]

  /// What the compiler puts between a call and the function that is meant.
  fileprivate var isGlue: Bool {
    guard let function else { return false }
    return Self.glue.contains { function.hasPrefix($0) }
  }

  private static let libraries = [
    "libFoundation.", "libdispatch.", "libc.", "libc-", "libpthread", "ld-linux", "ld-musl",
  ]
  /// Where all is one executable: what they are called there.
  private static let functions = [
    "BlockOperation.main()", "Operation.start()", "OperationQueue._execute(_:)",
    "OperationQueue._schedule(_:)", "clone", "__clone3", "clone3", "start", "start_thread",
    "thread_start",
  ]

  /// What runs operations, and is run by no operation when it is at the outer end.
  fileprivate var isMachinery: Bool {
    if let function {
      if Self.functions.contains(function) || function.hasPrefix("_dispatch_") { return true }
      if function.contains("in OperationQueue._") { return true }
    }
    let name = module?.split(separator: "/").last ?? ""
    return Self.libraries.contains { name.hasPrefix($0) }
  }
}
