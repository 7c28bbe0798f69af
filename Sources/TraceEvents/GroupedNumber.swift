/// Numbers as people read them in sentences: with a comma between thousands.
package enum GroupedNumber {
  /// A number, such as "1,002".
  package static func text(_ number: some BinaryInteger) -> String {
    let digits = String(number.magnitude)
    var text = number < 0 ? "-" : ""
    for (position, digit) in digits.enumerated() {
      if position > 0, (digits.count - position).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }

  /// A number with its noun, such as "1 operation" or "1,002 operations".
  package static func text(
    _ count: some BinaryInteger,
    _ singular: String,
    _ plural: String? = nil
  ) -> String {
    "\(text(count)) \(count == 1 ? singular : plural ?? singular + "s")"
  }
}
