#if os(Linux)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The environment that a program gets: this process's own, byte by byte and in its order, with a few variables set.
struct ProgramVariables {
  /// The entries, each "NAME=VALUE".
  private(set) var entries: [[UInt8]]

  /// What this process was given.
  static var ofThisProcess: ProgramVariables {
    var entries: [[UInt8]] = []
    var place = environ
    while let entry = place.pointee {
      entries.append(Array(UnsafeRawBufferPointer(start: entry, count: strlen(entry))))
      place += 1
    }
    return ProgramVariables(entries: entries)
  }

  /// The value of a variable; nil when it is not set.
  subscript(name: String) -> [UInt8]? {
    let head = Array("\(name)=".utf8)
    return entries.first { $0.starts(with: head) }.map { Array($0.dropFirst(head.count)) }
  }

  /// Sets a variable, in its place where it is set already.
  mutating func set(_ name: String, to value: [UInt8]) {
    let head = Array("\(name)=".utf8)
    if let position = entries.firstIndex(where: { $0.starts(with: head) }) {
      entries[position] = head + value
    } else {
      entries.append(head + value)
    }
  }

  /// Sets a variable to a text.
  mutating func set(_ name: String, to value: String) {
    set(name, to: Array(value.utf8))
  }

  /// Removes a variable.
  mutating func remove(_ name: String) {
    let head = Array("\(name)=".utf8)
    entries.removeAll { $0.starts(with: head) }
  }

  /// Lets the loader load a library before all others, also before those that it was told to load already.
  mutating func preload(_ library: [UInt8]) {
    let name = "LD_PRELOAD"
    let others = self[name] ?? []
    set(name, to: others.isEmpty ? library : library + [UInt8(ascii: ":")] + others)
  }
}
#endif
