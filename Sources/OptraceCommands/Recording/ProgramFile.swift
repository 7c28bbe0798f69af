#if os(Linux)
/// What a program's file says about how it is run.
struct ProgramFile {
  /// What kind of file it is.
  enum Kind: Hashable {
    /// A script, for the program that its first line names, or for the shell.
    case script(interpreter: String)
    /// A program for another processor than this one.
    case foreign
    /// A program without a loader: everything is part of it.
    case standalone
    /// A program that the loader of this path loads, with its libraries.
    case loaded(by: [UInt8])
  }

  let kind: Kind

  /// Looks at a program.
  init(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.starts(with: [0x7F] + Array("ELF".utf8)) else {
      kind = .script(interpreter: Self.interpreter(bytes))
      return
    }
    guard let header = ELFHeader(bytes) else {
      kind = .foreign
      return
    }
    kind = header.loader.map { .loaded(by: $0) } ?? .standalone
  }

  /// The first line of a script names its program; without one the shell runs it.
  private static func interpreter(_ bytes: UnsafeRawBufferPointer) -> String {
    guard bytes.starts(with: "#!".utf8) else { return "/bin/sh" }
    let line = bytes.dropFirst(2).prefix(256).prefix { $0 != UInt8(ascii: "\n") }
    let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    let isSearched = words.first?.hasSuffix("/env") ?? false
    let program = isSearched ? words.dropFirst().first { !$0.hasPrefix("-") } : words.first
    return String(program ?? words.first ?? "/bin/sh")
  }
}

/// The part of a program's head that says who loads it.
///
/// Every offset in it is checked: a file may hold anything.
private struct ELFHeader {
  let loader: [UInt8]?

  /// Reads the head of a program for this processor; nil for one of another.
  init?(_ bytes: UnsafeRawBufferPointer) {
    #if arch(x86_64)
    let processor: UInt16 = 62
    #elseif arch(arm64)
    let processor: UInt16 = 183
    #else
    let processor: UInt16 = 0
    #endif
    // 64 bits, little-endian.
    guard bytes.count >= 64, bytes[4] == 2, bytes[5] == 1,
      bytes.loadUnaligned(fromByteOffset: 18, as: UInt16.self) == processor
    else { return nil }
    let table = bytes.loadUnaligned(fromByteOffset: 32, as: UInt64.self)
    let size = Int(bytes.loadUnaligned(fromByteOffset: 54, as: UInt16.self))
    let count = Int(bytes.loadUnaligned(fromByteOffset: 56, as: UInt16.self))
    var loader: [UInt8]?
    for index in 0..<count where size >= 56 && table < UInt64(bytes.count) {
      let entry = Int(table) + index * size
      guard entry + 56 <= bytes.count else { break }
      // The segment that holds the path of the loader.
      guard bytes.loadUnaligned(fromByteOffset: entry, as: UInt32.self) == 3 else { continue }
      let begin = bytes.loadUnaligned(fromByteOffset: entry + 8, as: UInt64.self)
      let length = bytes.loadUnaligned(fromByteOffset: entry + 32, as: UInt64.self)
      guard begin < UInt64(bytes.count), length <= 4096 else { break }
      loader = bytes.dropFirst(Int(begin)).prefix(Int(length)).prefix { $0 != 0 }.map { $0 }
      break
    }
    self.loader = loader
  }
}
#endif
