import CTerminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#else
#error("no C library is known for this platform")
#endif

/// The terminal that is watched on: taken over as long as this lives, and given back whatever ends the process.
final class WatchTerminal {
  private let input: Int32
  private let output: Int32
  private let ownsInput: Bool

  /// Takes the terminal over that standard output is; nil when it can't be.
  ///
  /// Keys come from standard input, or from the terminal itself where that is something else.
  init?() {
    output = STDOUT_FILENO
    ownsInput = isatty(STDIN_FILENO) != 1
    input = ownsInput ? open("/dev/tty", O_RDWR | O_CLOEXEC) : STDIN_FILENO
    guard input >= 0 else { return nil }
    if oterm_begin(input, output) != 0 {
      if ownsInput { close(input) }
      return nil
    }
  }

  deinit {
    end()
    if ownsInput { close(input) }
  }

  /// Sets what is written to standard error when a signal ends the process, after the terminal is given back.
  func setFarewell(_ text: String) {
    oterm_set_farewell(text)
  }

  /// Gives the terminal back.
  func end() {
    oterm_end()
  }

  /// Its size; 80x24 when it does not say.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Whether it may be written to now; not while the process is in the background.
  var isTaken: Bool {
    oterm_is_taken()
  }

  /// Writes text at once; returns an error number or zero.
  func write(_ text: String) -> Int32 {
    text.isEmpty ? 0 : writeAll(Array(text.utf8)[...], to: output)
  }

  /// What came in while waiting.
  struct Arrival {
    /// Bytes of keys.
    var bytes: [UInt8] = []
    /// Whether the terminal must be drawn anew.
    var isChanged = false
    /// Whether the other descriptor has something to read.
    var hasNews = false
    /// Whether the terminal is gone.
    var isGone = false
  }

  /// Waits until a key is pressed, the size changes, or another descriptor has something to read; at most so long.
  func wait(milliseconds: Int32, or news: Int32) -> Arrival {
    var sources = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: oterm_notices(), events: Int16(POLLIN), revents: 0),
      pollfd(fd: news, events: Int16(POLLIN), revents: 0),
    ]
    var arrival = Arrival()
    guard poll(&sources, nfds_t(sources.count), milliseconds) > 0 else {
      return arrival
    }
    if sources[0].revents != 0 {
      arrival.bytes = Self.read(input) ?? []
      // A terminal that hung up is readable for ever and has nothing to read.
      arrival.isGone = arrival.bytes.isEmpty && isTaken
    }
    if sources[1].revents != 0 {
      _ = Self.read(oterm_notices())
      arrival.isChanged = true
    }
    if sources[2].revents != 0 {
      _ = Self.read(news)
      arrival.hasNews = true
    }
    return arrival
  }

  private static func read(_ descriptor: Int32) -> [UInt8]? {
    var block = [UInt8](repeating: 0, count: 1024)
    let capacity = block.count
    #if canImport(Darwin)
    let count = Darwin.read(descriptor, &block, capacity)
    #elseif canImport(Glibc)
    let count = Glibc.read(descriptor, &block, capacity)
    #else
    let count = Musl.read(descriptor, &block, capacity)
    #endif
    return count > 0 ? Array(block[..<count]) : nil
  }
}
