import Foundation

/// What a command takes.
enum Measurement {
  /// Runs a command with nothing to read, and prints its seconds, its processor's seconds in the program, and its peak in MiB; returns its
  /// exit code.
  static func run(_ command: [String]) -> Int32 {
    var process: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    let start = ContinuousClock.now
    guard posix_spawnp(&process, command[0], nil, nil, &arguments, environ) == 0 else {
      report("can't run \(command[0])")
      return 127
    }
    var (status, usage): (Int32, rusage) = (0, rusage())
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    let time = (ContinuousClock.now - start) / .seconds(1)
    let user = Double(usage.ru_utime.tv_sec) + Double(usage.ru_utime.tv_usec) / 1e6
    #if canImport(Darwin)
    let peak = Double(usage.ru_maxrss) / 1_048_576
    #else
    let peak = Double(usage.ru_maxrss) / 1_024
    #endif
    print(String(format: "%.3f %.3f %.0f", time, user, peak))
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}
