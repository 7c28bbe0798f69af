import TraceEvents

/// What a thread waits for, by the functions of the system that it is in.
enum StackObstacle: Hashable {
  case semaphore
  case group
  case lock
  case condition
  case dispatchQueue
  case input
  case sleep
  /// It is not blocked.
  case computation
  case other

  /// Judges by the calls inside the program's own ones, the innermost first.
  init(_ stack: ThreadStack) {
    guard let call = stack.systemCall else {
      self = .computation
      return
    }
    let functions = stack.frames.prefix { $0.file == nil }.compactMap(\.function)
    let known = functions.lazy.compactMap { Self.functions[$0] }
    self = known.last ?? Self.systemCalls[call] ?? .other
  }

  /// Functions that are called for one purpose only; the outermost of several says it best.
  private static let functions: [String: StackObstacle] = [
    "_dispatch_semaphore_wait_slow": .semaphore,
    "sem_wait": .semaphore,
    "_dispatch_group_wait_slow": .group,
    "pthread_mutex_lock": .lock,
    "pthread_rwlock_rdlock": .lock,
    "pthread_rwlock_wrlock": .lock,
    "pthread_cond_wait": .condition,
    "pthread_cond_timedwait": .condition,
    "_dispatch_sync_f_slow": .dispatchQueue,
  ]

  private static let systemCalls: [String: StackObstacle] = [
    "accept": .input, "accept4": .input, "clock_nanosleep": .sleep, "connect": .input,
    "epoll_pwait": .input, "epoll_pwait2": .input, "epoll_wait": .input, "nanosleep": .sleep,
    "poll": .input, "ppoll": .input, "pread64": .input, "pselect6": .input, "pwrite64": .input,
    "read": .input, "readv": .input, "recvfrom": .input, "recvmsg": .input, "select": .input,
    "sendmsg": .input, "sendto": .input, "write": .input, "writev": .input,
  ]
}
