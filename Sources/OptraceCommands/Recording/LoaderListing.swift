#if os(Linux)
import CProgramStart

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What the system's loader would do to run a program: it is asked to list that, and runs nothing.
struct LoaderListing {
  private let lines: [Substring]

  /// The libraries that a program is loaded with; nil when the loader can't be asked.
  ///
  /// It is the loader that is run here, which loads and lists; a loader of an unknown kind might run the program instead.
  static func libraries(
    of program: [UInt8],
    loader: [UInt8],
    variables: ProgramVariables
  ) -> LoaderListing? {
    guard isKnown(loader) else { return nil }
    let words = [loader, Array("--list".utf8), program]
    return run(loader, words, variables: variables)
  }

  /// What of a library that is loaded before all others the program's libraries do not have.
  ///
  /// The loader does that only when it is started by the program; so it must be known.
  static func missing(
    of library: [UInt8],
    in program: [UInt8],
    loader: [UInt8],
    variables: ProgramVariables
  ) -> [String] {
    guard isKnown(loader) else { return [] }
    var variables = variables
    for name in ["LD_TRACE_LOADED_OBJECTS", "LD_WARN", "LD_BIND_NOW"] {
      variables.set(name, to: "1")
    }
    variables.preload(library)
    let place = "(\(String(decoding: library, as: UTF8.self)))"
    let lines = run(program, [program], variables: variables)?.lines ?? []
    return lines.compactMap { line in
      guard line.hasPrefix("undefined symbol: "), line.hasSuffix(place) else { return nil }
      return line.dropFirst("undefined symbol: ".count).dropLast(place.count)
        .split(whereSeparator: \.isWhitespace).first.map(String.init)
    }
  }

  /// Whether a library is among them.
  func holds(_ name: String) -> Bool {
    lines.contains { line in
      let word = line.split(whereSeparator: \.isWhitespace).first ?? ""
      return word == name || word.hasSuffix("/\(name)")
    }
  }

  /// The loader of the GNU C library, which understands to be asked.
  private static func isKnown(_ loader: [UInt8]) -> Bool {
    let name = loader.split(separator: UInt8(ascii: "/")).last ?? []
    return name.starts(with: Array("ld-linux".utf8))
  }

  private static func run(
    _ path: [UInt8],
    _ arguments: [[UInt8]],
    variables: ProgramVariables
  ) -> LoaderListing? {
    var ends: [Int32] = [-1, -1]
    guard optrace_pipe(&ends) == 0 else { return nil }
    let idle = open("/dev/null", O_RDONLY | O_CLOEXEC)
    let process = ProgramStart(path: path, arguments: arguments, variables: variables)
      .start(streams: [idle, ends[1], ends[1]])
    close(ends[1])
    if idle >= 0 { close(idle) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while process > 0 {
      let count = read(ends[0], &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += block[..<count]
    }
    close(ends[0])
    guard process > 0 else { return nil }
    optrace_reap(process)
    return LoaderListing(lines: String(decoding: bytes, as: UTF8.self).split(separator: "\n"))
  }
}
#endif
