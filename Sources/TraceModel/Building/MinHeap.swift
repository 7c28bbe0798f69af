/// Numbers of which the smallest comes out first.
struct MinHeap {
  private var numbers: [Int] = []

  /// Puts a number in; takes time that grows with the logarithm of how many there are.
  mutating func insert(_ number: Int) {
    numbers.append(number)
    var place = numbers.count - 1
    while place > 0, numbers[place] < numbers[(place - 1) / 2] {
      numbers.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Takes the smallest number out, in the same time; nil when there is none.
  mutating func popMin() -> Int? {
    guard let smallest = numbers.first, let last = numbers.popLast() else { return nil }
    guard !numbers.isEmpty else { return smallest }
    numbers[0] = last
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2]
      where child < numbers.count && numbers[child] < numbers[least] {
        least = child
      }
      guard least != place else { return smallest }
      numbers.swapAt(place, least)
      place = least
    }
  }
}
