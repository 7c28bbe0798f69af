import TraceEvents
import TraceRendering

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#else
#error("no C library is known for this platform")
#endif

/// A file that a command writes: whole or not at all.
///
/// The bytes go into a new file beside it, which then takes its place, so nobody reads half of it and what was there is
/// kept when something fails. A link stays a link. What is no regular file (`/dev/stdout`, a pipe) is written to as it is.
package struct OutputFile {
  private let path: String

  /// The file at a path.
  package init(_ path: String) {
    self.path = path
  }

  /// Writes the file.
  ///
  /// - Throws: A failure that says in the system's words why not, and what to do.
  package func write(_ bytes: [UInt8]) throws(CommandFailure) {
    let number = Self.replace(path, with: bytes)
    guard number == 0 else { throw Self.failure(path: path, errno: number) }
  }

  /// What to say when an output can't be written.
  static func failure(path: String, errno number: Int32) -> CommandFailure {
    let folder =
      path.contains("/") ? String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]) : ""
    let shownFolder = VisibleText.line(folder.isEmpty ? "." : folder)
    let advice =
      switch number {
      case ENOENT where folder.isEmpty || access(folder, F_OK) != 0:
        "make the folder first: mkdir -p \(shownFolder)"
      case ENOTDIR: "a part of the path is a file"
      case EISDIR: "it is a folder, name a file"
      case EACCES, EPERM, EROFS: "choose another place"
      case ENOSPC, EDQUOT: "make room, or choose another place"
      default: "choose another file"
      }
    return CommandFailure(
      .cantWrite,
      "can't write \(VisibleText.line(path)): \(systemMessage(number)); \(advice)"
    )
  }

  private static func replace(_ path: String, with bytes: [UInt8]) -> Int32 {
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists {
      switch status.st_mode & S_IFMT {
      case S_IFREG: break
      case S_IFDIR: return EISDIR
      default: return writeInPlace(path, bytes)
      }
      // A file that may not be written must not be replaced either.
      guard access(path, W_OK) == 0 else { return errno }
    }
    let target = resolved(path)
    let partial = "\(target).\(getpid()).partial"
    unlink(partial)
    let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return errno }
    if exists { fchmod(descriptor, status.st_mode & 0o777) }
    var number = writeAll(bytes[...], to: descriptor)
    // Some file systems say only now that there was no room.
    if close(descriptor) != 0, number == 0 { number = errno }
    if number == 0, rename(partial, target) != 0 { number = errno }
    if number != 0 { unlink(partial) }
    return number
  }

  private static func writeInPlace(_ path: String, _ bytes: [UInt8]) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno }
    let number = writeAll(bytes[...], to: descriptor)
    let closed = close(descriptor)
    return number == 0 && closed != 0 ? errno : number
  }

  /// The file that a link leads to; the path itself where there is none yet.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}

extension CommandEnvironment {
  /// Writes a text to a file; a dash is standard output.
  func write(_ text: String, to path: String) throws(CommandFailure) {
    if path == "-" {
      output.write(text)
    } else {
      try OutputFile(path).write(Array(text.utf8))
    }
  }
}
