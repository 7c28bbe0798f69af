/// The report as one file: the page, its styles and modules, the data, and the picture of the graph.
struct ReportPage {
  /// What the page is called.
  let title: String
  /// The data, as text that may stand in a script element.
  let data: String
  /// The graph as SVG; empty for none.
  let picture: String

  /// The whole file; it ends with a newline.
  var html: String {
    let script = "\n" + PageModules(files: PageFiles.modules).script(main: "main.js")
    let style = "\n" + PageColors.styleSheet + Self.styleSheets
    let parts = [
      "title": XMLText.escape(title),
      "policy": Self.policy(script: script, style: style),
      "style": style,
      "script": script,
      "data": data,
      "picture": InlinePicture.element(of: picture),
    ]
    return Self.filled(String(decoding: PageFiles.page, as: UTF8.self), parts)
  }

  /// What the browser may do with the page: run this script, use these styles, and load nothing.
  private static func policy(script: String, style: String) -> String {
    let (script, style) = (
      SHA256.base64(of: Array(script.utf8)), SHA256.base64(of: Array(style.utf8))
    )
    return "default-src 'none'; script-src 'sha256-\(script)'; style-src 'sha256-\(style)'; "
      + "base-uri 'none'; form-action 'none'"
  }

  private static var styleSheets: String {
    PageFiles.styleSheets.map { String(decoding: $0, as: UTF8.self) }.joined()
  }

  /// Puts parts into the places of a page that are marked `{{name}}`; what stands in a part is not looked at.
  private static func filled(_ page: String, _ parts: [String: String]) -> String {
    var result = ""
    var isMark = false
    for piece in page.split(separator: "{{", omittingEmptySubsequences: false) {
      guard isMark, let end = piece.firstRange(of: "}}") else {
        result += piece
        isMark = true
        continue
      }
      result += parts[String(piece[..<end.lowerBound])] ?? ""
      result += piece[end.upperBound...]
    }
    return result
  }
}
