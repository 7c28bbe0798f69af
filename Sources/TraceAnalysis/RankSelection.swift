extension [UInt64] {
  /// The value that would stand at a place if all were in order, which takes far less than to put them in order.
  ///
  /// The place must be one of the array's. Linear in nearly all cases, and never much worse than sorting.
  func value(ofRank rank: Int) -> UInt64 {
    var values = self
    return values.withUnsafeMutableBufferPointer { $0.select(rank) }
  }
}

extension UnsafeMutableBufferPointer<UInt64> {
  /// Moves values until the one of a rank is at its place, as quicksort does, but only where that place is.
  fileprivate mutating func select(_ rank: Int) -> UInt64 {
    var (low, high) = (startIndex, endIndex - 1)
    // An order made to be slow is sorted after all.
    var rounds = 64
    while low < high {
      if rounds == 0 {
        self[low...high].sort()
        break
      }
      rounds -= 1
      let pivot = Self.median(self[low], self[(low + high) / 2], self[high])
      var (left, right) = (low, high)
      while left <= right {
        while self[left] < pivot { left += 1 }
        while self[right] > pivot { right -= 1 }
        if left <= right {
          swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if rank <= right {
        high = right
      } else if rank >= left {
        low = left
      } else {
        break
      }
    }
    return self[rank]
  }

  private static func median(_ a: UInt64, _ b: UInt64, _ c: UInt64) -> UInt64 {
    Swift.max(Swift.min(a, b), Swift.min(Swift.max(a, b), c))
  }
}
