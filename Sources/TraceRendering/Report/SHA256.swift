/// The hash SHA-256 (FIPS 180-4): by it a page says which script and which style sheet it holds, so that no other one runs.
enum SHA256 {
  /// The hash of some bytes in base64, as a Content-Security-Policy has it.
  static func base64(of bytes: [UInt8]) -> String {
    var column: [UInt8] = []
    for word in hash(bytes) {
      for shift in [24, 16, 8, 0] as [UInt32] {
        column.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    return Base64.text(column)
  }

  /// The hash in eight words.
  static func hash(_ bytes: [UInt8]) -> [UInt32] {
    var message = bytes
    message.append(0x80)
    while message.count % 64 != 56 { message.append(0) }
    let bits = UInt64(bytes.count) * 8
    for shift in [56, 48, 40, 32, 24, 16, 8, 0] as [UInt64] {
      message.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    var state = initial
    var schedule = [UInt32](repeating: 0, count: 64)
    for block in stride(from: 0, to: message.count, by: 64) {
      for word in 0..<16 {
        let place = block + word * 4
        schedule[word] =
          UInt32(message[place]) << 24 | UInt32(message[place + 1]) << 16
          | UInt32(message[place + 2]) << 8 | UInt32(message[place + 3])
      }
      for word in 16..<64 {
        let (a, b) = (schedule[word - 15], schedule[word - 2])
        let first = a.turned(7) ^ a.turned(18) ^ (a >> 3)
        let second = b.turned(17) ^ b.turned(19) ^ (b >> 10)
        schedule[word] = schedule[word - 16] &+ first &+ schedule[word - 7] &+ second
      }
      compress(schedule, into: &state)
    }
    return state
  }

  private static func compress(_ schedule: [UInt32], into state: inout [UInt32]) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for round in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let first =
        h &+ (e.turned(6) ^ e.turned(11) ^ e.turned(25)) &+ choice &+ constants[round]
        &+ schedule[round]
      let second = (a.turned(2) ^ a.turned(13) ^ a.turned(22)) &+ majority
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    for (place, word) in [a, b, c, d, e, f, g, h].enumerated() { state[place] &+= word }
  }

  /// The first 32 bits of the fractions of the square roots of the first eight primes.
  private static let initial: [UInt32] = primes.prefix(8).map { fraction(of: $0, cubic: false) }

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = primes.map { fraction(of: $0, cubic: true) }

  private static let primes: [UInt64] = {
    var primes: [UInt64] = []
    var candidate: UInt64 = 2
    while primes.count < 64 {
      if !primes.contains(where: { candidate.isMultiple(of: $0) }) { primes.append(candidate) }
      candidate += 1
    }
    return primes
  }()

  /// The fraction of a root, without rounding: the low 32 bits of the largest x with x² ≤ n·2⁶⁴, or x³ ≤ n·2⁹⁶.
  private static func fraction(of number: UInt64, cubic: Bool) -> UInt32 {
    var (low, high): (UInt64, UInt64) = (0, 1 << 37)
    while low + 1 < high {
      let middle = (low + high) / 2
      if isAtMost(middle, number, cubic: cubic) { low = middle } else { high = middle }
    }
    return UInt32(truncatingIfNeeded: low)
  }

  private static func isAtMost(_ root: UInt64, _ number: UInt64, cubic: Bool) -> Bool {
    let square = UInt128(root) * UInt128(root)
    if !cubic { return square <= UInt128(number) << 64 }
    return square * UInt128(root) <= UInt128(number) << 96
  }
}

extension UInt32 {
  /// Its bits turned to the right.
  fileprivate func turned(_ count: UInt32) -> UInt32 {
    self >> count | self << (32 - count)
  }
}
