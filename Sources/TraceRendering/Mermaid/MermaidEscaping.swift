/// Puts text from strangers into a Mermaid document so that it comes out as it is, and as nothing else.
///
/// Mermaid has entities of its own, a number sign and a number; what is no letter, digit or space becomes one, as Mermaid reads
/// Markdown, HTML and quotation marks in labels.
package enum MermaidEscaping {
  /// A label of lines.
  package static func label(_ lines: [String]) -> String {
    "\"\(lines.map(escaped).joined(separator: "<br/>"))\""
  }

  /// What stands behind the two percent signs of a comment: a brace would begin a directive.
  package static func comment(_ text: String) -> String {
    VisibleText.line(text).replacing("{", with: "(").replacing("}", with: ")")
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in VisibleText.line(text).unicodeScalars {
      // A mark without a letter of its own would join the quotation mark.
      let isPlain =
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber:
          true
        default: scalar == " "
        }
      if isPlain { result.unicodeScalars.append(scalar) } else { result += "#\(scalar.value);" }
    }
    return result
  }
}
