import Foundation
import Testing

/// Reads a column of a report as its page does.
struct ColumnReader {
  /// The differences; nil for what is not there.
  private(set) var differences: [Int64?] = []

  init(_ text: String) throws {
    let bytes = try #require(Data(base64Encoded: text))
    var place = bytes.startIndex
    while place < bytes.endIndex {
      if bytes[place...].starts(with: [0x80, 0x00]) {
        place += 2
        let count = Self.number(in: bytes, at: &place)
        differences += Array(repeating: differences[differences.count - 1], count: Int(count))
        continue
      }
      let bits = Self.number(in: bytes, at: &place)
      let magnitude = Int64(bits >> 1)
      differences.append(bits == 0 ? nil : bits & 1 == 1 ? magnitude : -magnitude)
    }
  }

  private static func number(in bytes: Data, at place: inout Int) -> UInt64 {
    var (bits, shift) = (UInt64(0), UInt64(0))
    var byte: UInt8
    repeat {
      byte = bytes[place]
      bits |= UInt64(byte & 0x7F) << shift
      shift += 7
      place += 1
    } while byte & 0x80 != 0
    return bits
  }

  /// The numbers, each of which was written as a difference to the last one there.
  func numbers() -> [Int64?] {
    var last: Int64 = 0
    return differences.map { difference in
      guard let difference else { return nil }
      last += difference
      return last
    }
  }
}
