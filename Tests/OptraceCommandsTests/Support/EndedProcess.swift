#if os(Linux)
import Foundation

/// A process that has ended, and whose end nobody has asked for: the system remembers it.
final class EndedProcess {
  /// Its number.
  let number: UInt32

  /// Starts a process, and waits for its end; nil when the system has no such program.
  init?() {
    var child: pid_t = 0
    var words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    defer { free(words[0]) }
    guard posix_spawn(&child, "/bin/true", nil, nil, &words, nil) == 0 else { return nil }
    number = UInt32(child)
    var info = siginfo_t()
    // Leaves it to be asked for.
    guard waitid(P_PID, id_t(child), &info, WEXITED | WNOWAIT) == 0 else { return nil }
  }

  deinit {
    waitpid(pid_t(number), nil, 0)
  }
}
#endif
