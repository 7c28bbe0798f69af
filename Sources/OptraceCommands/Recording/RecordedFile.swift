import TraceEvents
import TraceRendering

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The file that a program is to be recorded into.
enum RecordedFile {
  /// The path of the trace.
  ///
  /// - Parameters:
  ///   - given: The path that was asked for; nil for one that is called like the program.
  ///   - program: The program's name.
  ///   - isFollowing: Whether each process needs a file of its own.
  /// - Returns: The path, in which `%p` stands for the number of a process.
  static func path(_ given: String?, program: String, isFollowing: Bool) -> String {
    let path = given ?? "\(program.replacing("%", with: "_")).optrace"
    guard isFollowing, !path.contains("%p") else { return path }
    let ending = ".optrace"
    return path.hasSuffix(ending) ? "\(path.dropLast(ending.count))-%p\(ending)" : "\(path)-%p"
  }

  /// Makes sure that the program will be able to record, so that it does not run in vain.
  ///
  /// An older trace is replaced, as the tracer does it. Anything else that is there was hardly meant.
  static func check(_ path: String) throws(CommandFailure) {
    guard path != "-" else {
      throw CommandFailure(
        .usage,
        "a trace can't go to standard output, which is the program's; name a file: -o FILE"
      )
    }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    if folder.contains("%p") { return }
    guard access(folder, W_OK | X_OK) == 0 else {
      throw OutputFile.failure(path: path, errno: errno)
    }
    if path.contains("%p") { return }
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw OutputFile.failure(path: path, errno: EISDIR)
    default:
      throw CommandFailure(
        .cantWrite,
        "can't record into \(VisibleText.line(path)): it is no regular file"
      )
    }
    guard access(path, W_OK) == 0 else { throw OutputFile.failure(path: path, errno: errno) }
    // Who can't read it can't have meant anything else by it either.
    guard status.st_size == 0 || beginsAsTrace(path: path) ?? true else {
      throw CommandFailure(
        .cantWrite,
        "\(VisibleText.line(path)) is there and is no trace; name another file, or remove it"
      )
    }
    if let writer = RunningRecording(path: path), writer.isAlive {
      throw CommandFailure(
        .cantWrite,
        "process \(writer.process) is recording into \(VisibleText.line(path)); name another file: -o FILE"
      )
    }
  }

  /// The paths of the files that a path with one `%p` stands for, in the order of names.
  static func traces(matching path: String) -> [String] {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let parts = path.dropFirst(folder.count).split(
      separator: "%p",
      omittingEmptySubsequences: false
    )
    guard parts.count == 2 else { return [] }
    return NearbyTrace.entries(of: folder).filter { name in
      guard name.hasPrefix(parts[0]), name.hasSuffix(parts[1]),
        name.utf8.count > parts[0].utf8.count + parts[1].utf8.count
      else { return false }
      let number = name.utf8.dropFirst(parts[0].utf8.count).dropLast(parts[1].utf8.count)
      return number.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }.map { folder + $0 }
  }
}
