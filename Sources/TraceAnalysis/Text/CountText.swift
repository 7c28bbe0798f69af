import TraceEvents

/// Numbers of things in words.
package enum CountText {
  /// A count with its noun, such as "1 operation" or "1,002 operations".
  package static func of(
    _ count: some BinaryInteger,
    _ singular: String,
    _ plural: String? = nil
  ) -> String {
    GroupedNumber.text(count, singular, plural)
  }

  /// A number with a comma between thousands.
  package static func grouped(_ number: some BinaryInteger) -> String {
    GroupedNumber.text(number)
  }

  /// The first few of a list, and how many there are besides, such as "a, b and 5 more".
  package static func list(_ items: [String], atMost limit: Int = 3) -> String {
    list(items, of: items.count, atMost: limit)
  }

  /// The same when only the first few of `total` items are at hand.
  package static func list(_ items: [String], of total: Int, atMost limit: Int = 3) -> String {
    // One that is left out would take the room of the words that say so.
    if total == items.count, total <= limit + 1 { return joined(items) }
    let shown = items.prefix(limit)
    return shown.joined(separator: ", ") + " and \(grouped(total - shown.count)) more"
  }

  private static func joined(_ items: [String]) -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " and " + last
  }
}
