import TraceEvents

extension [ThreadStack.Frame] {
  /// The calls without those at the outer end that every operation has, without the tracer's own, and without the compiler's own
  /// little functions.
  ///
  /// Those at the outer end are of Foundation, of dispatch and of the system's threads. What the program itself calls
  /// stays, also of these libraries: it says what the thread is blocked in.
  var withoutMachinery: [ThreadStack.Frame] {
    var frames = self
    if let start = frames.lastIndex(where: { $0.function == "oth_hook_start" }) {
      frames.removeSubrange(start...)
    }
    frames = frames.filter { !$0.isOfTracer }.withoutGlue
    guard let outermost = frames.lastIndex(where: { !$0.isMachinery }) else { return frames }
    return Array(frames[...outermost])
  }

  /// The calls without what the compiler puts between a call and the function that is meant.
  ///
  /// The optimizer makes one function of a closure and of what brings it its context: that one stands for the closure.
  private var withoutGlue: [ThreadStack.Frame] {
    var result: [ThreadStack.Frame] = []
    for var frame in self where !frame.isGlue {
      if let function = frame.functionInForwarder {
        if result.last?.function == function { continue }
        frame.function = function
      }
      result.append(frame)
    }
    return result
  }
}

extension ThreadStack.Frame {
  private static let glue = ["thunk for ", "reabstraction thunk ", "dispatch thunk of "]
  private static let forwarders = ["partial apply for ", "merged "]

  /// What only leads to the function that is meant.
  fileprivate var isGlue: Bool {
    guard let function else { return false }
    let name = functionInForwarder ?? function
    return Self.glue.contains { name.hasPrefix($0) }
  }

  /// The function that is meant, where this is one that may have it in it; nil where it is not.
  fileprivate var functionInForwarder: String? {
    guard let function else { return nil }
    var name = function[...]
    while let prefix = Self.forwarders.first(where: { name.hasPrefix($0) }) {
      name = name.dropFirst(prefix.count)
    }
    return name.count == function.count ? nil : String(name)
  }

  /// What the hooks add to a call, or what the library does that is loaded into a program.
  fileprivate var isOfTracer: Bool {
    let name = module?.split(separator: "/").last ?? ""
    return function?.hasPrefix("oth_") ?? false || name.hasPrefix("libOperationTracePreload.")
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
