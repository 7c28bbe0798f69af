import Foundation
import OperationObservation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Threads of the tracer's own: never of a dispatch queue, because the pool may be what is exhausted.
package enum PlainThread {
  /// Starts a thread that nobody waits for, with signals blocked: they are for the program's own threads.
  package static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
    var all = sigset_t()
    var previous = sigset_t()
    sigfillset(&all)
    // A fault in the file's memory, when somebody has cut the file, can be survived only where it may come.
    sigdelset(&all, SIGBUS)
    pthread_sigmask(SIG_SETMASK, &all, &previous)
    Thread.detachNewThread {
      // Foundation's way loses it while the thread is being made.
      ThreadName.set(name)
      body()
    }
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }

  /// Lets the calling thread sleep.
  package static func sleep(nanoseconds: UInt64) {
    let second: UInt64 = 1_000_000_000
    var time = timespec(tv_sec: Int(nanoseconds / second), tv_nsec: Int(nanoseconds % second))
    nanosleep(&time, nil)
  }
}
