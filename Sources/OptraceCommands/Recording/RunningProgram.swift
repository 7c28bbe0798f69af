#if os(Linux)
import CProgramStart
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// How a program ended.
package enum ProgramEnd: Hashable, Sendable {
  /// With an exit code.
  case exited(Int32)
  /// By a signal.
  case killed(Int32)

  /// What ends this process likewise.
  package var exitCode: ExitCode {
    switch self {
    case .exited(let code): ExitCode(rawValue: code)
    case .killed(let signal): ExitCode(signal: signal)
    }
  }
}

/// A program that runs as a child of this process.
///
/// A terminal's keys reach it by themselves, as it is of the same group; signals that are sent to this process are passed on. It
/// stays when this process is killed.
package final class RunningProgram: Sendable {
  /// The number of its process.
  package let processID: Int32

  /// Whether its process has been reaped, so that its number may be another's.
  private let isReaped = Mutex(false)

  init(processID: Int32) {
    self.processID = processID
  }

  static func blockSignals() {
    optrace_block_signals()
  }

  /// Sends it a signal; does nothing when it has ended.
  package func send(_ signal: Int32) {
    isReaped.withLock { isReaped in
      if !isReaped { kill(processID, signal) }
    }
  }

  /// Ends it by a signal that leaves a core, at the latest after some seconds.
  ///
  /// What Swift's runtime does about a crash, it also does about this signal when it comes from outside: it prints where the
  /// threads are, and goes on. The next one then ends the program.
  package func abort() {
    for pause in [UInt32(2), 3, 5] {
      send(SIGABRT)
      for _ in 0..<pause * 20 where !hasEnded { usleep(50_000) }
    }
    send(SIGKILL)
  }

  /// Whether it has ended, so that nothing can be sent to it any more.
  package var hasEnded: Bool {
    isReaped.withLock { $0 }
  }

  /// Waits until it ends, and stands between it and the signals of this process until then.
  ///
  /// - Parameter heard: Is called with a signal that the system sent to this process and that is nothing of the program's, such
  ///   as that of a window that has changed its size.
  /// - Returns: How it ended.
  package func wait(_ heard: (Int32) -> Void = { _ in }) -> ProgramEnd {
    // A terminal stops the whole group: this process follows when the program has stopped, and not when it goes on.
    var (isStopped, isToStop) = (false, false)
    while true {
      let signal = optrace_wait_for_signal()
      switch signal.number {
      case SIGCHLD:
        if let end = look(&isStopped) { return end }
      case SIGCONT:
        isToStop = false
        // A shell has continued the whole group, anybody else this process alone.
        if stateLetter == "T" { send(SIGCONT) }
      case SIGTSTP, SIGTTIN, SIGTTOU:
        if signal.is_sent || hasLeftGroup { send(signal.number) }
        if !signal.is_sent { isToStop = true }
      default:
        if signal.is_sent || hasLeftGroup { send(signal.number) } else { heard(signal.number) }
      }
      if isToStop, isStopped {
        (isStopped, isToStop) = (false, false)
        kill(getpid(), SIGSTOP)
      }
    }
  }

  /// Whether it has gone to a group of its own, as `timeout` does: a terminal's keys don't reach it there.
  private var hasLeftGroup: Bool {
    let group = getpgid(processID)
    return group >= 0 && group != getpgrp()
  }

  /// Looks what the program has become; returns how it ended.
  private func look(_ isStopped: inout Bool) -> ProgramEnd? {
    while true {
      let child = optrace_look_at(processID)
      switch child.state {
      case optrace_child_stopped: isStopped = true
      case optrace_child_continued: isStopped = false
      case optrace_child_exited: return end(.exited(child.number))
      case optrace_child_killed: return end(.killed(child.number))
      default: return nil
      }
    }
  }

  private func end(_ end: ProgramEnd) -> ProgramEnd {
    isReaped.withLock { isReaped in
      optrace_reap(processID)
      isReaped = true
    }
    return end
  }

  /// The letter by which the system tells the state of its process.
  private var stateLetter: Character? {
    guard let file = fopen("/proc/\(processID)/stat", "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    // The name before it, in brackets, may hold anything.
    return text.lastIndex(of: ")").flatMap { text[$0...].dropFirst(2).first }
  }
}
#endif
