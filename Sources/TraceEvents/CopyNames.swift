#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#else
#error("no C library is known for this platform")
#endif

/// What copies of a growing trace are called that are put aside.
package struct CopyNames: Sendable {
  private let path: String
  private var copies: [String] = []

  /// How many copies there are at most; then the oldest one makes room.
  package static let most = 16

  /// The names of copies of the trace at a path.
  package init(of path: String) {
    self.path = path
  }

  /// A name beside the trace, with the time in UTC, that is not there yet, such as "run-20260704-061530.optrace".
  package func free() -> String {
    let ending = ".optrace"
    let stem = path.hasSuffix(ending) ? String(path.dropLast(ending.count)) : path
    let base = "\(stem)-\(Self.timestamp)"
    var number = 1
    var copy = base + ending
    while access(copy, F_OK) == 0 {
      number += 1
      copy = "\(base)-\(number)\(ending)"
    }
    return copy
  }

  /// Notes that a copy was written; the oldest one is removed when there are too many.
  ///
  /// - Returns: What to tell of it, in one line that does not end; names are as they are.
  package mutating func add(_ copy: String) -> String {
    copies.append(copy)
    guard copies.count > Self.most else { return "a copy is in \(copy)" }
    let oldest = copies.removeFirst()
    unlink(oldest)
    return "a copy is in \(copy); \(oldest) made room for it"
  }

  private static var timestamp: String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(parts.tm_year + 1900)\(digits(parts.tm_mon + 1))\(digits(parts.tm_mday))"
    return "\(day)-\(digits(parts.tm_hour))\(digits(parts.tm_min))\(digits(parts.tm_sec))"
  }
}
