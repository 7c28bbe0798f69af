import TraceAnalysis

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension GraphvizError: CustomStringConvertible {
  /// One line for a person: what went wrong, what Graphviz said, and what to do.
  public var description: String {
    switch self {
    case .unavailable(let format, _):
      """
      Graphviz has no plugin here that draws \(format.rawValue.uppercased()): run \
      `libgvc6-config-update -c` as root, and where that doesn't help, reinstall libgvc6\(said)
      """
    case .syntax(let reason, _):
      "this is not a graph that Graphviz can read: \(reason)\(said)"
    case .tooLarge(let nodes, let edges, let limits):
      "a graph of \(CountText.of(nodes, "node")) and \(CountText.of(edges, "edge")) is too large to draw "
        + "(at most \(CountText.of(limits.nodes, "node")) and \(CountText.of(limits.edges, "edge"))): "
        + "fold it, or write DOT"
    case .layout:
      "Graphviz could not lay out this graph\(said)"
    case .drawing:
      "Graphviz could not draw this graph as it asks for\(said)"
    case .timedOut(let timeLimit):
      """
      Graphviz did not finish within \(Self.seconds(timeLimit)) s: fold the graph, allow more time, \
      or write DOT
      """
    case .crashed(let signal, _):
      "Graphviz crashed on this graph (\(Self.name(ofSignal: signal))): write DOT instead\(said)"
    case .system(let code):
      "no memory or process to draw in: \(String(cString: strerror(code)))"
    }
  }

  /// Graphviz's words as the end of a sentence: the first errors, or warnings where there is no error.
  private var said: String {
    let errors = messages.filter { $0.level == .error }
    let chosen = errors.isEmpty ? messages : errors
    guard let first = chosen.first else { return "" }
    let more = chosen.count > 1 ? " (and \(CountText.grouped(chosen.count - 1)) more)" : ""
    return ". Graphviz says: \(first.text)\(more)"
  }

  private static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let tenths = attoseconds / 100_000_000_000_000_000
    return tenths == 0 ? "\(seconds)" : "\(seconds).\(tenths)"
  }

  private static func name(ofSignal signal: Int32) -> String {
    signal == 0 ? "without a signal" : String(cString: strsignal(signal))
  }
}
