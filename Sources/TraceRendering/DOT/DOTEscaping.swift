/// Puts text from strangers into a DOT document so that it comes out as it is, and as nothing else.
///
/// Each place has rules of its own. What a reader would guess is wrong in three of them: entities such as `&lt;` are
/// decoded in quoted strings too; a backslash means something in HTML-like text as well; a tooltip is unescaped twice.
/// Identifiers, classes, colours and fonts never hold text from strangers.
package enum DOTEscaping {
  /// A quoted string for `label` and `xlabel`: what stands on each line is shown as it is.
  package static func label(_ lines: [String]) -> String {
    quoted(lines, backslash: "\\\\", newline: "\\n")
  }

  /// A quoted string for `tooltip`.
  package static func tooltip(_ lines: [String]) -> String {
    quoted(lines, backslash: "\\\\\\\\", newline: "\\n")
  }

  /// A run of text for an HTML-like label, on one line.
  package static func html(_ text: String) -> String {
    var result = ""
    for scalar in VisibleText.line(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\\": result += "\\\\"
      // A run of nothing but this ends the label early in Graphviz's scanner.
      case "]": result += "&#93;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func quoted(_ lines: [String], backslash: String, newline: String) -> String {
    var result = "\""
    for (position, line) in lines.enumerated() {
      if position > 0 { result += newline }
      for scalar in VisibleText.line(line).unicodeScalars {
        switch scalar {
        case "\\": result += backslash
        case "\"": result += "\\\""
        case "&": result += "&amp;"
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
