#if os(Linux)
import TraceEvents
import TraceRendering

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The library that is loaded into a program to trace it.
enum PreloadLibrary {
  static let name = "libOperationTracePreload.so"

  /// The variable that names it where it is in no usual place.
  static let variable = "OPTRACE_PRELOAD"

  /// Its path: what the variable says, else beside this command, else in `../lib` from there.
  ///
  /// - Throws: A failure that says where it was looked for.
  static func path(_ variables: ProgramVariables) throws(CommandFailure) -> [UInt8] {
    let path: [UInt8]
    if let given = variables[variable], !given.isEmpty {
      guard isFile(given) else {
        throw missing("\(variable) is \(shown(given)), and no file is there")
      }
      path = given
    } else {
      let folder = commandFolder
      let places = ["", "../lib/"].map { folder + Array("/\($0)\(name)".utf8) }
      guard let place = places.first(where: isFile) else {
        throw missing(
          "\(name) is not beside optrace in \(shown(folder)), nor in ../lib; copy it there, or name it in \(variable)"
        )
      }
      path = place
    }
    // The loader takes these for the end of a name, or for something to replace.
    guard !path.contains(where: { " :$\n\t".utf8.contains($0) }) else {
      throw missing(
        "the path \(shown(path)) has a space, a colon or a $ in it, which LD_PRELOAD can't hold; copy the library elsewhere and name it in \(variable)"
      )
    }
    return path
  }

  private static func missing(_ reason: String) -> CommandFailure {
    CommandFailure(.noInput, "can't trace: \(reason)")
  }

  private static func shown(_ path: [UInt8]) -> String {
    VisibleText.line(String(decoding: path, as: UTF8.self))
  }

  private static func isFile(_ path: [UInt8]) -> Bool {
    access(path.map(CChar.init(bitPattern:)) + [0], R_OK) == 0
  }

  /// The folder of this command's executable, whatever it was called as.
  private static var commandFolder: [UInt8] {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { bytes in
      let start = bytes.assumingMemoryBound(to: CChar.self).baseAddress
      return start.map { readlink("/proc/self/exe", $0, bytes.count) } ?? 0
    }
    let path = buffer.prefix(max(0, count))
    let end = path.lastIndex(of: UInt8(ascii: "/")) ?? 0
    return Array(path[..<end])
  }
}
#endif
