import Foundation
public import TraceAnalysis
public import TraceModel
import TraceRecording
public import TraceRendering

/// What a tracer reports of a program in which something is stuck.
public struct StallReport: Sendable {
  /// The stalls that no earlier report told of, the first of them first; all are errors.
  public let findings: [Finding]

  /// Everything that the rules say now, with what was reported before.
  public let diagnosis: Diagnosis

  /// What has happened up to now.
  public let trace: Trace

  /// The new findings in words, as `optrace diagnose` prints them.
  ///
  /// - Parameter style: Width, characters and colours.
  /// - Returns: The text; every line of it ends with a newline. Names in it are made safe to show.
  public func text(_ style: TextStyle = TextStyle()) -> String {
    trace.stallText(findings, style)
  }

  /// Prints the new findings to standard error: in ASCII unless that is a terminal that can show more.
  public func printToStandardError() {
    let style = TextStyle.ofStandardError(ProcessInfo.processInfo.environment)
    writeToStandardError(trace.stallNotice(findings, style))
  }
}

extension TextStyle {
  /// How text for standard error looks: plain where it is kept in a file.
  fileprivate static func ofStandardError(_ variables: [String: String]) -> TextStyle {
    var size = winsize()
    guard isatty(STDERR_FILENO) == 1 else { return TextStyle(width: 100, charset: .ascii) }
    let isSized = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variables[$0] }
      .first { !$0.isEmpty }
    let isUnicode = locale?.lowercased().filter { $0 != "-" }.contains("utf8") ?? false
    return TextStyle(
      width: isSized ? Int(size.ws_col) : 80,
      charset: isUnicode ? .unicode : .ascii,
      usesColor: variables["NO_COLOR", default: ""].isEmpty && variables["TERM"] != "dumb"
    )
  }
}
