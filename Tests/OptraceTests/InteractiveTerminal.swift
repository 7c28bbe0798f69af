import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A terminal in which the built command runs, and someone types.
final class InteractiveTerminal {
  private let controller: Int32
  private let process = Process()
  private var bytes: [UInt8] = []
  private var mark = 0

  /// What went wrong with it.
  enum Failure: Error {
    case noTerminal
    case neverShown(String, instead: String)
  }

  /// Longer than anything takes on the busiest machine, in milliseconds.
  private static let patience: Int32 = 120_000

  /// Starts the command with all of its streams in the terminal.
  init(
    _ arguments: [String],
    environment: [String: String],
    columns: UInt16,
    rows: UInt16
  ) throws {
    var (controller, screen): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&controller, &screen, nil, nil, &size) == 0 else { throw Failure.noTerminal }
    self.controller = controller
    _ = fcntl(controller, F_SETFD, FD_CLOEXEC)
    process.executableURL = URL(fileURLWithPath: BuiltCommand.path)
    process.arguments = arguments
    process.environment = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { first, _ in first
    }
    let stream = FileHandle(fileDescriptor: screen, closeOnDealloc: false)
    process.standardInput = stream
    process.standardOutput = stream
    process.standardError = stream
    try process.run()
    // The modes are asked for after the end, too: something must hold the terminal open until then.
    holder = screen
  }

  private let holder: Int32

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    close(holder)
    close(controller)
  }

  /// All that was shown so far.
  var shown: String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// The status with which the command ended; negative for a signal.
  var status: Int32 {
    let code = process.terminationStatus
    return process.terminationReason == .exit ? code : -code
  }

  /// Reads until a text is shown that was not there before.
  func read(until text: String) throws {
    while true {
      let new = String(decoding: bytes[mark...], as: UTF8.self)
      if new.contains(text) {
        mark = bytes.count
        return
      }
      guard try readSome(Self.patience) else { throw Failure.neverShown(text, instead: new) }
    }
  }

  /// Waits for the command's end, and reads what it showed until then.
  func readToEnd() throws {
    while process.isRunning { _ = try readSome(20) }
    process.waitUntilExit()
    while try readSome(0) {}
  }

  private func readSome(_ milliseconds: Int32) throws -> Bool {
    var source = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    guard poll(&source, 1, milliseconds) > 0, source.revents & Int16(POLLIN) != 0 else {
      return false
    }
    var block = [UInt8](repeating: 0, count: 65_536)
    let capacity = block.count
    let count = unsafeRead(controller, &block, capacity)
    guard count > 0 else { return false }
    bytes += block[..<count]
    return true
  }

  private func unsafeRead(_ descriptor: Int32, _ block: inout [UInt8], _ capacity: Int) -> Int {
    block.withUnsafeMutableBytes { buffer in
      Foundation.read(descriptor, buffer.baseAddress, capacity)
    }
  }

  /// Types on the keyboard.
  func type(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
  }

  /// Sends a signal to the command.
  func send(_ number: Int32) {
    kill(process.processIdentifier, number)
  }

  /// Gives the terminal another size, and says so to the command, as a terminal does that controls its session.
  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    send(SIGWINCH)
  }

  private var modes: tcflag_t {
    var modes = termios()
    tcgetattr(holder, &modes)
    return modes.c_lflag
  }

  /// Whether what is typed is shown.
  var echoes: Bool { modes & tcflag_t(ECHO) != 0 }

  /// Whether keys are held back until a line is complete.
  var readsLines: Bool { modes & tcflag_t(ICANON) != 0 }
}
