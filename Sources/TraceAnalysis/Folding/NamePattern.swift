/// What names that differ only in their numbers have in common: `thumbnail 17` and `thumbnail 18` are both `thumbnail #`.
///
/// What becomes `#`:
/// - a number, with its points and commas: `17`, `1,024`, `10.0.0.1`; with a `#` before it the two become one;
/// - a UUID;
/// - a hexadecimal number: after `0x`, or as a word of its own that has eight digits or more and a decimal one among them, or
///   six and a decimal one before a letter: `fade`, `facade1` and `decade` are words.
///
/// A name without any is its own pattern. It is data from strangers as the name is: escape it for wherever it goes.
package struct NamePattern: Hashable, Sendable {
  /// The pattern as text, never longer than the name.
  package let text: String

  /// The pattern of a name.
  package init(_ name: String) {
    var name = name
    let pattern = name.withUTF8 { bytes -> String? in
      guard bytes.contains(where: \.isDecimalDigit) else { return nil }
      return String(unsafeUninitializedCapacity: bytes.count) { result in
        var scan = PatternScan(name: bytes, result: result)
        scan.run()
        return scan.count
      }
    }
    text = pattern ?? name
  }
}

/// Goes over a name word by word and writes its pattern.
private struct PatternScan {
  let name: UnsafeBufferPointer<UInt8>
  let result: UnsafeMutableBufferPointer<UInt8>
  /// How much of the result is written; never more than of the name was read.
  var count = 0
  /// Up to where the name was read.
  private var place = 0

  init(name: UnsafeBufferPointer<UInt8>, result: UnsafeMutableBufferPointer<UInt8>) {
    self.name = name
    self.result = result
  }

  mutating func run() {
    while place < name.count {
      guard name[place].isWordPart else {
        write(name[place])
        place += 1
        continue
      }
      let end = wordEnd(from: place)
      if let uuid = uuidEnd {
        writeNumber(endingAt: uuid)
      } else if isHexadecimal(place..<end) {
        writeNumber(endingAt: end)
      } else {
        writeWord(endingAt: end)
      }
    }
  }

  private mutating func writeWord(endingAt end: Int) {
    while place < end {
      if name[place].isDecimalDigit {
        // What follows a point is a word of its own, and a part of the number.
        let last = numberEnd
        writeNumber(endingAt: last)
        if last > end { return }
      } else {
        write(name[place])
        place += 1
      }
    }
  }

  private mutating func writeNumber(endingAt end: Int) {
    if count == 0 || result[count - 1] != number { write(number) }
    place = end
  }

  private mutating func write(_ byte: UInt8) {
    result[count] = byte
    count += 1
  }

  private let number = UInt8(ascii: "#")
}

// MARK: - What is a number

extension PatternScan {
  private func wordEnd(from start: Int) -> Int {
    var end = start
    while end < name.count, name[end].isWordPart { end += 1 }
    return end
  }

  /// The end of the decimal number that begins here; points and commas between digits are parts of it.
  private var numberEnd: Int {
    var end = place
    while end < name.count {
      if name[end].isDecimalDigit {
        end += 1
      } else if name[end].isDecimalMark, end + 1 < name.count, name[end + 1].isDecimalDigit {
        end += 2
      } else {
        break
      }
    }
    return end
  }

  /// The end of the UUID that begins here: 8, 4, 4, 4 and 12 hexadecimal digits with hyphens between them.
  private var uuidEnd: Int? {
    let end = place + 36
    guard end <= name.count, end == name.count || !name[end].isWordPart else { return nil }
    for offset in 0..<36 {
      let byte = name[place + offset]
      let isHyphen = offset == 8 || offset == 13 || offset == 18 || offset == 23
      guard isHyphen ? byte == UInt8(ascii: "-") : byte.isHexadecimalDigit else { return nil }
    }
    return end
  }

  private func isHexadecimal(_ word: Range<Int>) -> Bool {
    var digits = word
    if word.count > 2, name[word.lowerBound] == UInt8(ascii: "0"),
      name[word.lowerBound + 1] | 0x20 == UInt8(ascii: "x")
    {
      digits = word.dropFirst(2)
    } else if word.count < 6 {
      return false
    }
    var (hasDigit, hasLetter, hasDigitBeforeLetter) = (false, false, false)
    for place in digits {
      let byte = name[place]
      guard byte.isHexadecimalDigit else { return false }
      if byte.isDecimalDigit {
        hasDigit = true
      } else {
        hasLetter = true
        if hasDigit { hasDigitBeforeLetter = true }
      }
    }
    // A decimal number may go on after its word: it is read as one.
    return digits.count < word.count || hasDigitBeforeLetter
      || hasLetter && hasDigit && word.count >= 8
  }
}

extension UInt8 {
  fileprivate var isDecimalDigit: Bool {
    UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9")
  }

  private var isLetter: Bool {
    UInt8(ascii: "a") <= self | 0x20 && self | 0x20 <= UInt8(ascii: "z")
  }

  fileprivate var isHexadecimalDigit: Bool {
    isDecimalDigit || UInt8(ascii: "a") <= self | 0x20 && self | 0x20 <= UInt8(ascii: "f")
  }

  fileprivate var isDecimalMark: Bool {
    self == UInt8(ascii: ".") || self == UInt8(ascii: ",")
  }

  /// Whether it is a part of a word: of letters beyond ASCII every byte is.
  fileprivate var isWordPart: Bool {
    isDecimalDigit || isLetter || self >= 0x80
  }
}
