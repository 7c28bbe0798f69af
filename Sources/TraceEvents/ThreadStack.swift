/// Where a thread was found: what it was doing, and the calls on its stack.
public struct ThreadStack: Hashable, Sendable {
  /// What the thread did: nil when it was running, else the system call that it was blocked in, such as "futex".
  public var systemCall: String?

  /// The calls, the innermost first.
  public var frames: [Frame]

  /// One call on the stack; what is not known is nil.
  public struct Frame: Hashable, Sendable {
    /// The function, demangled.
    public var function: String?
    /// Its file.
    public var file: String?
    /// The line in the file.
    public var line: Int?
    /// The path of the executable or library that the code is in.
    public var module: String?
    /// Where in the module, in bytes from its start.
    public var offset: UInt64?

    /// Makes a frame.
    public init(
      function: String? = nil,
      file: String? = nil,
      line: Int? = nil,
      module: String? = nil,
      offset: UInt64? = nil
    ) {
      self.function = function
      self.file = file
      self.line = line
      self.module = module
      self.offset = offset
    }
  }

  /// Makes a stack.
  public init(systemCall: String?, frames: [Frame]) {
    self.systemCall = systemCall
    self.frames = frames
  }
}

// MARK: - As a text in a recording

extension ThreadStack {
  private static let running = "running"

  /// Reads the text of a recording; any text gives a stack.
  public init(text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let state = lines.first.map(String.init) ?? ""
    systemCall = state == Self.running || state.isEmpty ? nil : state
    frames = lines.dropFirst().filter { !$0.isEmpty }.map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      func field(_ number: Int) -> String? {
        number < fields.count && !fields[number].isEmpty ? fields[number] : nil
      }
      return Frame(
        function: field(0),
        file: field(1),
        line: field(2).flatMap { Int($0) },
        module: field(3),
        offset: field(4).flatMap { UInt64($0) }
      )
    }
  }

  /// The text for a recording: what the thread did, then a line for each frame with its fields between tabs.
  public var text: String {
    let lines = frames.map { frame in
      [
        Self.inOneField(frame.function ?? ""), Self.inOneField(frame.file ?? ""),
        frame.line.map(String.init) ?? "", Self.inOneField(frame.module ?? ""),
        frame.offset.map { String($0) } ?? "",
      ].joined(separator: "\t")
    }
    return ([systemCall ?? Self.running] + lines).joined(separator: "\n")
  }

  private static func inOneField(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\t" || $0 == "\n" ? " " : $0 })
    )
  }
}

// MARK: - In words

extension ThreadStack.Frame {
  /// The frame in words, such as "Upload.main() at Upload.swift:12" or "a closure of Upload.main() at Upload.swift:14"; nil when
  /// nothing is known of it.
  ///
  /// Data from strangers: escape it for wherever it goes.
  public var description: String? {
    let module = module.map { String($0.split(separator: "/").last ?? "") }
    let place = file.map { file in
      let name = String(file.split(separator: "/").last ?? "")
      return " at \(name)" + (line.map { ":\($0)" } ?? "")
    }
    if let function {
      let name = line == nil ? Self.numbered(function) : Self.short(function)
      return name + (place ?? module.map { " in \($0)" } ?? "")
    }
    return module.map { module in module + (offset.map { "+0x" + String($0, radix: 16) } ?? "") }
  }

  /// The name of a function with the numbers of closures, which alone say which one it is where there is no line, such as
  /// "closure #2 of Upload.main()".
  private static func numbered(_ function: String) -> String {
    guard let (closures, owner) = closures(of: function) else { return function }
    return "\(closures) of \(owner)"
  }

  /// The name of a function without the numbers of closures, however deep they are nested: the line says which one it is.
  private static func short(_ function: String) -> String {
    closures(of: function).map { "a closure of \($0.owner)" } ?? function
  }

  /// The closures by their numbers, the innermost first, and what they are in; nil for a function that is no closure.
  private static func closures(of function: String) -> (closures: Substring, owner: Substring)? {
    var rest = Substring(function)
    var end = rest.startIndex
    while rest.hasPrefix("closure #") || rest.hasPrefix("implicit closure #"),
      let next = rest.firstRange(of: " in ")
    {
      end = next.lowerBound
      rest = rest[next.upperBound...]
    }
    guard end > function.startIndex else { return nil }
    let closures = function[..<end]
    for word in ["variable initialization expression of ", "static "] where rest.hasPrefix(word) {
      rest = rest.dropFirst(word.count)
    }
    return (closures, rest)
  }
}

extension ThreadStack {
  /// The innermost call of the program itself, in words; nil when nothing is known.
  ///
  /// That is the first one whose file and line are known: libraries of the system do not tell theirs. A program that was
  /// built without such information is known by the outermost call.
  public var place: String? {
    if let known = frames.first(where: { $0.file != nil && ($0.line ?? 0) > 0 }) {
      return known.description
    }
    let program = frames.last?.module
    let own = frames.first { frame in
      frame.module == program && frame.function.map { !$0.hasPrefix("_") } ?? false
    }
    return (own ?? frames.first)?.description
  }
}

extension TraceEvent.FoundationCall {
  /// What the call is called, such as "addDependency".
  public var name: String {
    switch self {
    case .addOperation: "addOperation"
    case .addOperations: "addOperations"
    case .addBarrierBlock: "addBarrierBlock"
    case .addDependency: "addDependency"
    case .removeDependency: "removeDependency"
    case .didChangeValue: "didChangeValue"
    case .cancelAllOperations: "cancelAllOperations"
    case .cancel: "cancel"
    }
  }
}
