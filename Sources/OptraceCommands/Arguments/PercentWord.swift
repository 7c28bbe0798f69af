/// A share that is written as a number of percent.
enum PercentWord {
  /// What such a word must be.
  static let expected = "a number of percent from 0 to 100000, such as 10%"

  /// The share that a word such as "10%", "10" or "7.5%" stands for, such as 0.1; nil when it stands for none.
  static func share(_ word: String) -> Double? {
    let digits = word.hasSuffix("%") ? word.dropLast() : word[...]
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let percent = Double(digits), percent <= 100_000
    else { return nil }
    return percent / 100
  }
}
