#if os(Linux)
import CProgramStart
#endif

/// The signals as they were when this process began: a program that is run gets them so.
enum InheritedSignals {
  /// Remembers them; what is changed from then on is this process's own.
  static func remember() {
    #if os(Linux)
    optrace_remember_signals()
    #endif
  }
}

/// Ends this process by a signal, as the program that it ran ended.
func endProcess(bySignal number: Int32) -> Never {
  #if os(Linux)
  optrace_die(number)
  #else
  fatalError("no program was run")
  #endif
}
