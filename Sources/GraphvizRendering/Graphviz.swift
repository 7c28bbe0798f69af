import CGraphviz

/// Draws graphs in DOT by the Graphviz library, never by its command.
///
/// Every function may be called from any thread, and blocks: call it off Swift's cooperative thread pool.
public enum Graphviz {
  /// Draws a graph.
  ///
  /// The picture depends on the text and on the fonts of this machine alone: one text gives the same SVG each time.
  /// Calls in the current process take turns.
  ///
  /// - Parameters:
  ///   - dot: One graph in the DOT language. Its attribute `layout` chooses another engine than `dot`.
  ///   - format: The kind of picture.
  ///   - process: Where to draw. The default can't be stopped; a command or a server should draw in a child.
  ///   - limits: The largest graph that is tried.
  /// - Returns: The picture, with Graphviz's warnings.
  /// - Throws: An error that says what Graphviz said. An error that Graphviz only mentions is thrown too: what it then
  ///   draws is not what the graph asks for.
  public static func render(
    _ dot: String,
    as format: GraphvizFormat,
    in process: RenderingProcess = .current,
    limits: GraphvizLimits = GraphvizLimits()
  ) throws(GraphvizError) -> RenderedGraph {
    var outcome = ot_graphviz_outcome()
    defer { ot_graphviz_release(&outcome) }
    draw(dot, as: format, in: process, limits: limits, into: &outcome)

    let messages = Self.messages(of: outcome)
    let (nodes, edges) = (Int(outcome.nodes), Int(outcome.edges))
    switch outcome.status {
    case OT_GRAPHVIZ_DRAWN:
      let bytes = UnsafeBufferPointer(start: outcome.picture, count: outcome.picture_length)
      return RenderedGraph(
        format: format,
        bytes: Array(bytes),
        nodes: nodes,
        edges: edges,
        scale: outcome.scale,
        messages: messages
      )
    case OT_GRAPHVIZ_NOT_A_GRAPH:
      let reason = messages.isEmpty ? "it holds no graph" : "it is cut off or misspelt"
      throw .syntax(reason: reason, messages: messages)
    case OT_GRAPHVIZ_ZERO_BYTE:
      throw .syntax(reason: "it holds a zero byte", messages: messages)
    case OT_GRAPHVIZ_SEVERAL_GRAPHS:
      throw .syntax(reason: "it holds more than one graph", messages: messages)
    case OT_GRAPHVIZ_TOO_LARGE:
      throw .tooLarge(nodes: nodes, edges: edges, limits: limits)
    case OT_GRAPHVIZ_NO_LAYOUT:
      throw messages.contains(where: \.namesNoPlugin)
        ? .unavailable(format, messages: messages) : .layout(messages: messages)
    case OT_GRAPHVIZ_NO_OUTPUT:
      throw messages.contains(where: \.namesUnknownFormat)
        ? .unavailable(format, messages: messages) : .drawing(messages: messages)
    case OT_GRAPHVIZ_TIMED_OUT:
      guard case .child(let timeLimit) = process else { throw .drawing(messages: messages) }
      throw .timedOut(timeLimit: timeLimit)
    case OT_GRAPHVIZ_CRASHED:
      throw .crashed(signal: outcome.signal, messages: messages)
    default:
      throw .system(code: outcome.system_error)
    }
  }

  /// The version of the Graphviz library that is loaded, such as "2.43.0".
  public static var version: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      ot_graphviz_copy_version(start, buffer.count)
      return String(cString: start)
    }
  }

  /// Whether a format can be drawn here, found out by drawing one node; returns nil, or why not.
  public static func problem(with format: GraphvizFormat) -> GraphvizError? {
    do {
      _ = try render("digraph probe { a }", as: format)
      return nil
    } catch {
      return error
    }
  }

  /// How many graphs this process has read and not closed: zero while nothing is being drawn.
  package static var openGraphs: Int {
    Int(ot_graphviz_open_graphs())
  }

  private static func draw(
    _ dot: String,
    as format: GraphvizFormat,
    in process: RenderingProcess,
    limits: GraphvizLimits,
    into outcome: inout ot_graphviz_outcome
  ) {
    var dot = dot
    dot.withUTF8 { text in
      text.withMemoryRebound(to: CChar.self) { text in
        format.withRenderer.withCString { renderer in
          "dot".withCString { engine in
            var request = ot_graphviz_request(
              dot: text.baseAddress,
              dot_length: text.count,
              format: renderer,
              engine: engine,
              maximum_nodes: limits.nodes,
              maximum_edges: limits.edges,
              maximum_dots: format.bounds.maximumDots,
              dots_per_inch: format.bounds.dotsPerInch
            )
            switch process {
            case .child(let timeLimit) where RenderingProcess.childIsAvailable:
              ot_graphviz_render_in_child(&request, timeLimit.wholeNanoseconds, &outcome)
            case .current, .child:
              ot_graphviz_render(&request, &outcome)
            }
          }
        }
      }
    }
  }

  private static func messages(of outcome: ot_graphviz_outcome) -> [GraphvizMessage] {
    let texts = UnsafeRawBufferPointer(
      start: outcome.message_text,
      count: Int(outcome.message_bytes)
    )
    var messages: [GraphvizMessage] = []
    for entry in UnsafeBufferPointer(start: outcome.messages, count: Int(outcome.message_count)) {
      let range = Int(entry.offset)..<Int(entry.offset + entry.length)
      let message = GraphvizMessage(
        level: entry.level == OT_GRAPHVIZ_ERROR ? .error : .warning,
        text: String(decoding: texts[range], as: UTF8.self)
      )
      // Graphviz says the same again for each text that it measures, and the like.
      if !messages.contains(message) { messages.append(message) }
    }
    if outcome.dropped_messages > 0 {
      messages.append(
        GraphvizMessage(level: .warning, text: "\(outcome.dropped_messages) more messages")
      )
    }
    return messages
  }
}

extension GraphvizMessage {
  /// Whether it says that no plugin at all is registered: the list of what could be used is empty.
  fileprivate var namesNoPlugin: Bool {
    text.contains("not recognized. Use one of:") && text.hasSuffix(":")
  }

  /// Whether it says that there is no plugin for the format, or none of the renderer that is asked for.
  fileprivate var namesUnknownFormat: Bool {
    (text.hasPrefix("Format:") && text.contains("not recognized"))
      || (text.hasPrefix("renderer for ") && text.hasSuffix(" is unavailable"))
  }
}

extension Duration {
  /// The nanoseconds in it, none for a negative one.
  fileprivate var wholeNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    // More than a century is as good as any other.
    return UInt64(min(seconds, 4_000_000_000)) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }
}
