import Foundation

/// A document for other programs to read: its first fields say what it is, and in which version of its layout.
protocol JSONDocument: Codable {
  /// The version of the layout: raised when a reader that knows the former one would misread it.
  var schemaVersion: Int { get }

  /// What kind of document it is.
  var kind: String { get }
}

extension JSONDocument {
  /// The document as text with its keys in order, which ends with a newline.
  ///
  /// Names are data from strangers, and JSON may be looked at on a terminal: whatever can't be seen for what it is stands as
  /// an escape, which a reader of JSON undoes.
  func text() throws(CommandFailure) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self).withEscapedControls + "\n"
    } catch {
      throw CommandFailure(.cantWrite, "can't write the document as JSON: \(error)")
    }
  }
}

extension String {
  /// JSON in which control and format characters beyond ASCII, too, stand as escapes.
  ///
  /// Such characters stand in JSON only within strings, so the document means the same.
  fileprivate var withEscapedControls: String {
    guard unicodeScalars.contains(where: \.isHidden) else { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      guard scalar.isHidden else {
        result.append(scalar)
        continue
      }
      for unit in UTF16.encode(scalar) ?? .init() {
        let digits = String(unit, radix: 16)
        let zeros = String(repeating: "0", count: 4 - digits.count)
        result.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  fileprivate var isHidden: Bool {
    if isASCII { return value == 0x7F }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: properties.isNoncharacterCodePoint || properties.isDefaultIgnorableCodePoint
    }
  }
}
