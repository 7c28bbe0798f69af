#if os(Linux)
import CThreadStacks
import TraceEvents

/// Gives addresses the names of their functions, and their files and lines, from the files of the modules they are in.
///
/// What it finds is kept: a thread that stays where it is costs nothing the second time.
struct Symbolication {
  private struct Place: Hashable {
    var file: String
    var address: UInt64
  }

  private var known: [Place: ThreadStack.Frame] = [:]

  /// How many places are kept at most.
  private static let most = 4096
  /// The longest name of a function, in bytes.
  private static let longest = 512

  /// The frames of some calls.
  mutating func frames(of calls: [Unwinder.Call], in modules: LoadedModules) -> [ThreadStack.Frame]
  {
    if known.count > Self.most { known = [:] }
    var wanted: [LoadedModules.Module: Set<UInt64>] = [:]
    let located = calls.map { call in (call, modules.module(at: call.instruction)) }
    for case (let call, let module?) in located {
      let address = call.instruction &- module.bias
      guard known[Place(file: module.file, address: address)] == nil else { continue }
      wanted[module, default: []].insert(address)
    }
    for (module, addresses) in wanted { look(for: addresses.sorted(), in: module) }
    return located.map { call, module in
      guard let module else { return ThreadStack.Frame(offset: call.address) }
      var frame =
        known[Place(file: module.file, address: call.instruction &- module.bias)]
        ?? ThreadStack.Frame()
      frame.module = module.path
      frame.offset = call.address &- module.bias
      return frame
    }
  }

  private mutating func look(for addresses: [UInt64], in module: LoadedModules.Module) {
    let head = ProcessMemory.bytes(at: module.start, count: min(module.fileCount, 4096))
    let places = UnsafeMutableBufferPointer<ots_place>.allocate(capacity: addresses.count)
    defer { places.deallocate() }
    for (position, address) in addresses.enumerated() {
      places.initializeElement(at: position, to: ots_place())
      places[position].address = address
    }
    let isFound = ots_find_places(
      module.file,
      head,
      head.count,
      places.baseAddress,
      addresses.count
    )
    for place in places {
      let key = Place(file: module.file, address: place.address)
      known[key] = isFound ? Self.frame(place) : ThreadStack.Frame()
    }
  }

  private static func frame(_ place: ots_place) -> ThreadStack.Frame {
    let symbol = text(place.symbol)
    let file = text(place.file)
    return ThreadStack.Frame(
      function: symbol.isEmpty ? nil : demangled(symbol),
      file: file.isEmpty ? nil : file,
      line: place.line == 0 ? nil : Int(place.line)
    )
  }

  private static func text<Bytes>(_ bytes: Bytes) -> String {
    withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The name of a function as people know it.
  static func demangled(_ symbol: String) -> String {
    var buffer = [CChar](repeating: 0, count: longest)
    guard ots_demangle(symbol, &buffer, buffer.count) else { return symbol }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
#endif
