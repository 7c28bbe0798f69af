/// Positions in an array by identity: a plain array for the small numbers that recorders give, a dictionary for the rest.
///
/// A look-up costs a bounds check; the array never grows beyond what its maker allowed, whatever a hostile file says.
struct PositionTable<ID: RawRepresentable & Hashable & Sendable>: Sendable
where ID.RawValue == UInt32 {
  /// Position plus one by number, zero for a number that has none.
  private var dense: [UInt32] = []
  private var sparse: [ID: Int] = [:]
  private let denseLimit: Int

  /// Makes an empty table whose array holds numbers below `denseLimit`.
  init(denseLimit: Int) {
    self.denseLimit = denseLimit
  }

  /// The position of an identity, nil if it has none.
  subscript(id: ID) -> Int? {
    let number = Int(id.rawValue)
    if number < dense.count { return dense[number] == 0 ? nil : Int(dense[number] - 1) }
    return number < denseLimit ? nil : sparse[id]
  }

  /// Gives an identity a position.
  mutating func insert(_ id: ID, at position: Int) {
    let number = Int(id.rawValue)
    guard number < denseLimit, position < Int(UInt32.max) else {
      sparse[id] = position
      return
    }
    if number >= dense.count {
      let room = min(denseLimit, max(number + 1, dense.count * 2))
      dense.append(contentsOf: repeatElement(0, count: room - dense.count))
    }
    dense[number] = UInt32(position + 1)
  }
}
