#if os(Linux)
import CThreadStacks

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The executable and the libraries of this process, as they are loaded now.
struct LoadedModules {
  /// One of them.
  struct Module: Hashable {
    /// What is added to the addresses in its file.
    var bias: UInt64
    /// Where it begins, and how many of its first bytes are as in the file.
    var start: UInt64
    var fileCount: Int
    /// Where its code lies.
    var code: Range<UInt64>
    /// Where the table of its call frames lies.
    var frameTable: UInt64?
    /// The path for people, and the one to open.
    var path: String
    var file: String
  }

  let modules: [Module]

  /// Looks what is loaded.
  init() {
    // Between the two calls a library may come.
    let capacity = ots_list_modules(nil, 0) + 8
    var raw = [ots_module](repeating: ots_module(), count: capacity)
    let count = min(ots_list_modules(&raw, capacity), capacity)
    modules = raw.prefix(count).map { Module($0) }.sorted {
      $0.code.lowerBound < $1.code.lowerBound
    }
  }

  /// The module with this address in its code.
  func module(at address: UInt64) -> Module? {
    modules.first { $0.code.contains(address) }
  }
}

extension LoadedModules.Module {
  fileprivate init(_ raw: ots_module) {
    let path = withUnsafeBytes(of: raw.path) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    self.init(
      bias: raw.bias,
      start: raw.start,
      fileCount: Int(clamping: raw.file_count),
      code: raw.code_start..<max(raw.code_start, raw.code_end),
      frameTable: raw.frame_table == 0 ? nil : raw.frame_table,
      path: path.isEmpty ? Self.executablePath : path,
      file: path.isEmpty ? Self.executable : path
    )
  }

  /// It stands for the file that runs, also when another one has its name by now.
  private static let executable = "/proc/self/exe"

  private static let executablePath: String = {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(executable, &bytes, bytes.count)
    guard count > 0 else { return "" }
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()
}
#endif
