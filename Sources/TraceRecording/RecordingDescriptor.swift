#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The descriptor of a recording's file, in a process that knows nothing of it.
///
/// Programs close every descriptor that they did not open, and their next file then has its number: nothing may be done with it
/// before it was looked at. Programs also count on the small numbers, so it has a large one.
struct RecordingDescriptor: Sendable {
  private var number: Int32
  private let path: String
  private let identity: Identity

  /// Which file it is, whatever its name.
  private struct Identity: Equatable, Sendable {
    var device: UInt64
    var file: UInt64

    init?(of descriptor: Int32) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { return nil }
      device = UInt64(status.st_dev)
      file = UInt64(status.st_ino)
    }
  }

  /// Where it is moved to if there is room.
  private static let preferred: Int32 = 1000

  /// Takes over a descriptor of a file that will be at `path`.
  init?(_ opened: Int32, path: String) {
    guard let identity = Identity(of: opened) else { return nil }
    self.identity = identity
    self.path = Self.absolute(path)
    number = Self.moved(opened)
  }

  /// The descriptor, opened again if the program closed it; nil if that is no longer possible.
  mutating func current() -> Int32? {
    if Identity(of: number) == identity { return number }
    let opened = open(path, O_RDWR | O_CLOEXEC)
    guard opened >= 0 else { return nil }
    guard Identity(of: opened) == identity else {
      close(opened)
      return nil
    }
    number = Self.moved(opened)
    return number
  }

  /// Closes it unless the program has.
  func end() {
    if Identity(of: number) == identity { close(number) }
  }

  private static func moved(_ descriptor: Int32) -> Int32 {
    for least in [preferred, preferred / 5] {
      let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, least)
      guard moved >= 0 else { continue }
      close(descriptor)
      return moved
    }
    return descriptor
  }

  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return "\(String(cString: folder))/\(path)"
  }
}
