import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The elements of an XML document, read by Foundation's parser.
package struct XMLElements {
  /// An element with its attributes and the text directly in it.
  package struct Element: Hashable {
    package var name: String
    package var attributes: [String: String]
    package var text = ""
    /// The names of the elements around it, outermost first.
    package var path: [String]
  }

  /// The elements in the order in which they begin.
  package let all: [Element]

  /// Reads a document; nil if it isn't well-formed.
  package init?(_ text: String) {
    let collector = Collector()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = collector
    guard parser.parse() else { return nil }
    all = collector.elements
  }

  /// The elements of a name.
  package func named(_ name: String) -> [Element] {
    all.filter { $0.name == name }
  }

  /// The title of the group with this `id`.
  package func title(of id: String) -> String? {
    guard let group = all.firstIndex(where: { $0.name == "g" && $0.attributes["id"] == id }) else {
      return nil
    }
    return all[group...].first { $0.name == "title" }?.text
  }

  /// The tooltip of the group with this `id`.
  package func tooltip(of id: String) -> String? {
    guard let group = all.firstIndex(where: { $0.name == "g" && $0.attributes["id"] == id }) else {
      return nil
    }
    return all[group...].first { $0.name == "a" }?.attributes["xlink:title"]
  }
}

private final class Collector: NSObject, XMLParserDelegate {
  var elements: [XMLElements.Element] = []
  private var open: [Int] = []

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    let path = open.map { elements[$0].name }
    open.append(elements.count)
    elements.append(XMLElements.Element(name: name, attributes: attributes, path: path))
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if let last = open.last { elements[last].text += string }
  }

  func parser(
    _ parser: XMLParser,
    didEndElement name: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    open.removeLast()
  }
}
