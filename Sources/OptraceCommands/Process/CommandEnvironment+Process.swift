import Foundation
import TraceEvents

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#else
#error("no C library is known for this platform")
#endif

extension CommandEnvironment {
  /// What this process was started with.
  ///
  /// From now on a reader of our output that goes away, and a file that may grow no more, are errors of a write, and not the
  /// end of the process.
  package static func ofThisProcess() -> CommandEnvironment {
    // What is changed here must be as it was in a program that is run.
    InheritedSignals.remember()
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    return CommandEnvironment(
      arguments: Array(CommandLine.arguments.dropFirst()),
      argumentBytes: argumentBytes,
      variables: ProcessInfo.processInfo.environment,
      output: OutputSink { writeAll($0, to: STDOUT_FILENO) },
      errors: OutputSink { writeAll($0, to: STDERR_FILENO) },
      terminal: terminal(at: STDOUT_FILENO),
      errorTerminal: terminal(at: STDERR_FILENO),
      isInputTerminal: isatty(STDIN_FILENO) == 1,
      readInput: {
        do throws(TraceFileError) {
          return .success(try readBytes(path: "-"))
        } catch {
          return .failure(error)
        }
      }
    )
  }

  /// `CommandLine.arguments` repairs what is not UTF-8 silently, and so names another file than the one that was meant.
  private static var argumentBytes: [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).map { position in
      guard let argument = CommandLine.unsafeArgv[position] else { return [] }
      return Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
    }
  }

  private static func terminal(at descriptor: Int32) -> Terminal? {
    isatty(descriptor) == 1 ? Terminal(columns: columns(of: descriptor)) : nil
  }

  private static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

/// Writes all bytes to a descriptor; returns an error number or zero.
func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int32 {
  var rest = bytes
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      rest = rest.dropFirst(count)
    } else if errno == EAGAIN {
      // A descriptor that another process made non-blocking: wait until it takes more.
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&waiting, 1, -1)
    } else if errno != EINTR {
      return errno
    }
  }
  return 0
}
