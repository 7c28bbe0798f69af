/// Bytes as text of 64 characters that need no escapes in JSON nor in HTML (RFC 4648).
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  /// The text of some bytes, filled up by equal signs.
  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for place in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - place)
      var bits: UInt32 = 0
      for byte in bytes[place..<place + count] { bits = bits << 8 | UInt32(byte) }
      bits <<= UInt32(8 * (3 - count))
      for digit in 0..<4 {
        let value = bits >> UInt32(18 - 6 * digit) & 63
        text.append(digit <= count ? digits[Int(value)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
