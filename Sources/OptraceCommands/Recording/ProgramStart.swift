#if os(Linux)
import CProgramStart

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A process to start: what it runs, with which arguments and variables; all of them bytes that need not be text.
struct ProgramStart {
  var path: [UInt8]
  var arguments: [[UInt8]]
  var variables: ProgramVariables

  /// Starts it.
  ///
  /// - Parameter streams: What becomes its standard input, output and error; -1 for what this process has.
  /// - Returns: The process's number, or the negative number of an error.
  func start(streams: [Int32] = [-1, -1, -1]) -> pid_t {
    let words = arguments.map(Self.copy) + [nil]
    let entries = variables.entries.map(Self.copy) + [nil]
    let path = Self.copy(path)
    defer { for copy in words + entries + [path] { free(copy) } }
    return words.withUnsafeBufferPointer { words in
      entries.withUnsafeBufferPointer { entries in
        var program = optrace_program(
          path: path,
          arguments: words.baseAddress,
          variables: entries.baseAddress,
          streams: (streams[0], streams[1], streams[2])
        )
        return optrace_start(&program)
      }
    }
  }

  private static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
    strdup(bytes.map(CChar.init(bitPattern:)) + [0])
  }
}
#endif
