/// Puts numbers in the order of a 64-bit key: what a sort by comparison does too slowly for millions of moments.
///
/// Eight bits of the key at a time, the lowest first, and only as many as the largest key has: linear in their number.
package enum TimeOrder {
  /// The numbers from 0 to below the count of keys, by ascending key; of equal keys the smaller number first.
  package static func ascending(_ keys: [UInt64]) -> [UInt32] {
    var order = [UInt32](unsafeUninitializedCapacity: keys.count) { buffer, count in
      for number in keys.indices { buffer[number] = UInt32(number) }
      count = keys.count
    }
    let largest = keys.max() ?? 0
    var spare = order
    var shift: UInt64 = 0
    while shift < 64, largest >> shift > 0 {
      var places = [Int](repeating: 0, count: 1 << bits)
      for key in keys { places[digit(key, shift)] += 1 }
      var sum = 0
      for value in places.indices { (places[value], sum) = (sum, sum + places[value]) }
      for number in order {
        let value = digit(keys[Int(number)], shift)
        spare[places[value]] = number
        places[value] += 1
      }
      swap(&order, &spare)
      shift += UInt64(bits)
    }
    return order
  }

  private static let bits = 11

  private static func digit(_ key: UInt64, _ shift: UInt64) -> Int {
    Int(truncatingIfNeeded: key >> shift) & ((1 << bits) - 1)
  }
}
