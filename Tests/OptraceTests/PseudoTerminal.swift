import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A terminal of a given width, in which a command runs and nobody looks.
struct PseudoTerminal {
  private let columns: UInt16

  init(columns: UInt16) {
    self.columns = columns
  }

  /// Runs the built command with standard output in the terminal; returns what appears there.
  func show(_ arguments: [String], environment: [String: String]) throws -> String {
    var (controller, screen): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&controller, &screen, nil, nil, &size) == 0 else { throw POSIXError(.ENODEV) }
    defer { close(controller) }

    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltCommand.path)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(fileDescriptor: screen, closeOnDealloc: false)
    process.standardError = FileHandle(fileDescriptor: screen, closeOnDealloc: false)
    try process.run()
    close(screen)
    // At the end of the last program in it, a terminal reports an error instead of an end.
    var shown: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(controller, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      shown += block[..<count]
    }
    process.waitUntilExit()
    return String(decoding: shown, as: UTF8.self).replacing("\r\n", with: "\n")
  }
}
