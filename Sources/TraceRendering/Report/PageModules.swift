/// The page's modules as one script.
///
/// Each file stands behind those that it imports; comments, lines of import and the word `export` are dropped. So the names at the top of
/// all files must be different, and nothing may be imported under another name.
struct PageModules {
  /// The files by name.
  let files: [String: [UInt8]]

  /// The script, from the first file that is needed to `main`.
  func script(main: String) -> String {
    var seen: Set<String> = []
    var script = ""
    add(main, &seen, to: &script)
    return script
  }

  private func add(_ name: String, _ seen: inout Set<String>, to script: inout String) {
    guard seen.insert(name).inserted, let bytes = files[name] else { return }
    var body = ""
    var (isImport, isComment) = (false, false)
    for line in String(decoding: bytes, as: UTF8.self).split(
      separator: "\n",
      omittingEmptySubsequences: false
    ) {
      let code = line.drop { $0 == " " }
      isComment = isComment || code.hasPrefix("/**")
      if isComment || code.hasPrefix("//") {
        if code.hasSuffix("*/") { isComment = false }
        continue
      }
      isImport = isImport || line.hasPrefix("import ")
      if isImport {
        // An import may go over several lines; its last one names the file.
        guard let end = line.range(ofFileIn: "from './", to: "';") else { continue }
        add(String(line[end]), &seen, to: &script)
        isImport = false
      } else {
        body += line.hasPrefix("export ") ? line.dropFirst("export ".count) : line
        body += "\n"
      }
    }
    script += "// \(name)\n\(body)"
  }
}

extension Substring {
  /// What stands between two texts, the first of which is looked for from the left.
  fileprivate func range(ofFileIn opening: String, to closing: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex, !self[start...].hasPrefix(opening) { start = index(after: start) }
    guard start < endIndex, hasSuffix(closing) else { return nil }
    let first = index(start, offsetBy: opening.count)
    return first..<index(endIndex, offsetBy: -closing.count)
  }
}
