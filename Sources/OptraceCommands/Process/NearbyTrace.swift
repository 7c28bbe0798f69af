import TraceAnalysis
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

/// Looks for the trace that was meant by a path where there is none.
struct NearbyTrace {
  private let path: String
  private let folder: String
  private let name: String

  init(_ path: String) {
    self.path = path
    let slash = path.lastIndex(of: "/")
    folder = slash.map { String(path[...$0]) } ?? ""
    name = slash.map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// What to do about a path that can't be read; nil when the system's words say it all.
  func advice(errno number: Int32) -> String? {
    switch number {
    case ENOENT, ENOTDIR: didYouMean ?? "check the path"
    case EISDIR: traceInside.map { "did you mean \(VisibleText.line($0))?" } ?? "name a file in it"
    case EACCES, EPERM: "who recorded it may read it"
    default: nil
    }
  }

  /// The question after a file that is there; nil when none is like the path.
  var didYouMean: String? {
    guard path != "-" else { return nil }
    let entries = Self.entries(of: folder).filter { $0 != name }
    let traces = entries.filter(Self.isTrace)
    let stem = name.split(separator: ".").first ?? ""
    let guess =
      traces.first { $0 == name + Self.ending || $0 == stem + Self.ending }
      ?? like(among: traces)
      ?? like(among: entries)
      ?? (traces.count == 1 ? traces.first : nil)
    return guess.map { "did you mean \(VisibleText.line(folder + $0))?" }
  }

  /// The name that is most like the path's; an ending that both have makes no name like another.
  private func like(among names: [String]) -> String? {
    let ending = name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
    func stem(_ name: String) -> String { String(name.dropLast(ending.count)) }
    let same = names.filter { !ending.isEmpty && $0.hasSuffix(ending) }
    return Suggestion.best(for: stem(name), among: same.map(stem)).map { $0 + ending }
      ?? Suggestion.best(for: name, among: names.filter { !same.contains($0) })
  }

  /// The only trace in the folder that the path names.
  private var traceInside: String? {
    let folder = path.hasSuffix("/") ? path : path + "/"
    let traces = Self.entries(of: folder).filter(Self.isTrace)
    return traces.count == 1 ? traces.first.map { folder + $0 } : nil
  }

  private static let ending = ".optrace"
  /// The most entries of a folder that are looked at.
  private static let mostEntries = 10_000

  private static func isTrace(_ name: String) -> Bool {
    name.hasSuffix(ending) && name != ending
  }

  /// The names in a folder, in order.
  static func entries(of folder: String) -> [String] {
    guard let directory = opendir(folder.isEmpty ? "." : folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    for _ in 0..<mostEntries {
      guard let entry = readdir(directory) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
