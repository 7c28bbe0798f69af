import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Threads of the tracer's own: never of a dispatch queue, because the pool may be what is exhausted.
package enum PlainThread {
  /// Starts a thread that nobody waits for, with every signal blocked: signals are for the program's own threads.
  package static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
    var all = sigset_t()
    var previous = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &previous)
    Thread.detachNewThread {
      setName(name)
      body()
    }
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }

  /// Gives the calling thread its name; Foundation's way loses it while the thread is being made.
  private static func setName(_ name: String) {
    #if canImport(Darwin)
    pthread_setname_np(name)
    #else
    let descriptor = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    let bytes = Array(name.utf8)
    _ = write(descriptor, bytes, bytes.count)
    close(descriptor)
    #endif
  }

  /// Lets the calling thread sleep.
  package static func sleep(nanoseconds: UInt64) {
    let second: UInt64 = 1_000_000_000
    var time = timespec(tv_sec: Int(nanoseconds / second), tv_nsec: Int(nanoseconds % second))
    nanosleep(&time, nil)
  }
}
