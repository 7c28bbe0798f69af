/// Values grouped by a small number, each group in the order in which its values came: one array and its bounds.
///
/// Made by counting, so in time and space linear in the number of values and groups.
package struct Buckets<Element: Sendable>: Sendable {
  private let bounds: [Int]
  private let elements: [Element]

  /// Groups values by their key, which must be from 0 to below `count`; values without a key are left out.
  package init<Values: RandomAccessCollection>(
    _ values: Values,
    count: Int,
    key: (Values.Element) -> Int?,
    value: (Values.Element) -> Element
  ) {
    var bounds = [Int](repeating: 0, count: count + 1)
    for element in values {
      if let key = key(element) { bounds[key + 1] += 1 }
    }
    for group in 0..<count { bounds[group + 1] += bounds[group] }
    guard let total = bounds.last, total > 0, let sample = values.first else {
      self.bounds = bounds
      self.elements = []
      return
    }
    var next = bounds
    var elements = [Element](repeating: value(sample), count: total)
    for element in values {
      guard let key = key(element) else { continue }
      elements[next[key]] = value(element)
      next[key] += 1
    }
    self.bounds = bounds
    self.elements = elements
  }

  /// The values of one group.
  package subscript(group: Int) -> ArraySlice<Element> {
    elements[bounds[group]..<bounds[group + 1]]
  }

  /// How many values there are in all groups.
  package var totalCount: Int {
    elements.count
  }
}
