#if os(Linux)
import CProgramStart
import TraceAnalysis
import TraceRendering

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Whether a program can be traced, and how.
enum Traceability: Hashable {
  /// By the library, which is loaded into it before all others.
  case byLibrary
  /// The tracer is a part of it, and records where the environment says.
  case byItself
  /// It can't be, as it is a script or uses no Foundation; what it runs perhaps can. Why, as a sentence without a full stop.
  case byWhatItRuns(String)
  /// It can't be, unless it loads Foundation later; why.
  case impossible(String)
  /// It can't be, and with the library it might not even run; why.
  case unloadable(String)

  /// Why it can't be traced; nil when it can.
  var reason: String? {
    switch self {
    case .byLibrary, .byItself: nil
    case .byWhatItRuns(let reason), .impossible(let reason), .unloadable(let reason): reason
    }
  }

  /// Looks at a program without running it.
  ///
  /// - Parameters:
  ///   - path: The program's file.
  ///   - variables: The environment that the program gets.
  init(of path: [UInt8], variables: ProgramVariables) {
    let name = VisibleText.line(String(decoding: path, as: UTF8.self))
    // What may be run and not read can't be looked at.
    guard let file = MappedFile(path: path) else {
      self = .byLibrary
      return
    }
    if Self.hasRightsOfItsOwn(path) {
      self = .unloadable(
        "\(name) runs with rights that you have not (setuid), and no library may be loaded into it; record it as the user whose rights it has"
      )
      return
    }
    switch ProgramFile(file.bytes).kind {
    case .script(let interpreter):
      let interpreter = VisibleText.line(interpreter)
      self = .byWhatItRuns(
        "\(name) is a script for \(interpreter); record the Swift program that it runs"
      )
    case .foreign:
      self = .unloadable("\(name) is a program for another processor")
    case .standalone:
      self =
        file.holds(string: Self.moduleOfTracer) ? .byItself : Self.withoutFoundation(name, file)
    case .loaded(let loader):
      if file.holds(string: Self.moduleOfTracer) {
        self = .byItself
        return
      }
      guard let listing = LoaderListing.libraries(of: path, loader: loader, variables: variables)
      else {
        let loader = VisibleText.line(String(decoding: loader, as: UTF8.self))
        self = .unloadable("\(name) is loaded by \(loader), not by the loader of the GNU C library")
        return
      }
      self = listing.holds("libFoundation.so") ? .byLibrary : Self.withoutFoundation(name, file)
    }
  }

  /// Looks whether a program has all that the library needs: its Swift may be another one.
  ///
  /// - Parameters:
  ///   - library: The library's file.
  ///   - path: The program's file.
  ///   - variables: The environment that the program gets.
  mutating func check(_ library: [UInt8], in path: [UInt8], variables: ProgramVariables) {
    guard let file = MappedFile(path: path),
      case .loaded(let loader) = ProgramFile(file.bytes).kind
    else { return }
    let missing = LoaderListing.missing(
      of: library,
      in: path,
      loader: loader,
      variables: variables
    )
    guard let symbol = missing.first else { return }
    let name = VisibleText.line(String(decoding: path, as: UTF8.self))
    self = Self.otherSwift(name, symbol, count: missing.count)
  }

  /// The module of the tracer, and a class of Foundation that every program has in it that has operations of its own Foundation:
  /// names that stay in a program without symbols, too.
  private static let moduleOfTracer = "OperationTracing"
  private static let classOfFoundation = "_BarrierOperation"

  private static func withoutFoundation(_ name: String, _ file: MappedFile) -> Traceability {
    if file.holds(string: classOfFoundation) {
      return .impossible(
        "Foundation is a part of \(name) (-static-stdlib) and can't be reached from outside; link the library OperationTracing into it"
      )
    }
    return .byWhatItRuns("\(name) does not load Foundation, so it has no operations to trace")
  }

  private static func otherSwift(_ name: String, _ symbol: String, count: Int) -> Traceability {
    let others = count > 1 ? " and \(CountText.of(count - 1, "other symbol")) are" : " is"
    return .unloadable(
      "\(name) runs with another Swift than optrace was built with: \(VisibleText.line(symbol))\(others) missing in its libraries; build optrace with that Swift"
    )
  }

  /// Whether the loader takes no orders from the environment, because the program has rights that its user has not.
  private static func hasRightsOfItsOwn(_ path: [UInt8]) -> Bool {
    let path = path.map(CChar.init(bitPattern:)) + [0]
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    if status.st_mode & S_ISUID != 0, status.st_uid != getuid() { return true }
    if status.st_mode & S_ISGID != 0, status.st_mode & S_IXGRP != 0, status.st_gid != getgid() {
      return true
    }
    return optrace_has_capabilities(path)
  }
}
#endif
