/// The slots of one queue that nobody holds, from the earliest freed to the latest: whoever starts takes one.
///
/// Slots are freed in the order of time. Taking one costs a binary search; slots taken from the middle are skipped by links
/// that shorten themselves.
struct FreeSlots {
  /// A slot that became free at a moment, because an operation left it or, without one, because the limit was raised.
  struct Slot {
    var since: UInt64
    var leftBy: UInt32?
  }

  private var slots: [Slot] = []
  /// How many there are of each slot: a raised limit frees many at once.
  private var counts: [Int] = []
  /// One more than the place of the nearest slot at or before a place that is still free.
  private var links: [Int] = []
  private var firstFree = 0

  /// How many operations execute beyond the limit, because it was lowered or nobody asked it.
  private var excess = 0
  private var capacity = 0

  /// Raises or lowers the limit. The slots freed last go first; those that are taken go when they become free.
  mutating func setCapacity(_ capacity: Int, at instant: UInt64) {
    let change = capacity - self.capacity
    self.capacity = capacity
    if change > 0 {
      let paid = min(excess, change)
      excess -= paid
      if change > paid { append(Slot(since: instant), count: change - paid) }
      return
    }
    var left = -change
    while left > 0, let place = lastFree(through: slots.count - 1) {
      let removed = min(left, counts[place])
      remove(removed, at: place)
      left -= removed
    }
    excess += left
  }

  /// An operation left its slot.
  mutating func leave(_ operation: UInt32, at instant: UInt64) {
    if excess > 0 {
      excess -= 1
    } else {
      append(Slot(since: instant, leftBy: operation), count: 1)
    }
  }

  /// The slot for an operation that was ready at a moment: of those free by then the latest, else the earliest after it.
  ///
  /// So one that was ready early finds the slot that was free early, though another started before it. Nil when there is no
  /// free slot.
  mutating func slot(forReady ready: UInt64) -> Slot? {
    place(forReady: ready).map { slots[$0] }
  }

  /// Takes that slot; without a free one, the operation is in excess of the limit.
  mutating func take(forReady ready: UInt64) -> Slot? {
    guard let place = place(forReady: ready) else {
      excess += 1
      return nil
    }
    remove(1, at: place)
    return slots[place]
  }

  /// The slot that has been free the longest.
  mutating func earliest() -> Slot? {
    while firstFree < slots.count, counts[firstFree] == 0 { firstFree += 1 }
    return firstFree < slots.count ? slots[firstFree] : nil
  }

  private mutating func place(forReady ready: UInt64) -> Int? {
    let later = slots.partitioningIndex { $0.since > ready }
    if let place = lastFree(through: later - 1) { return place }
    return earliest() == nil ? nil : firstFree
  }

  private mutating func append(_ slot: Slot, count: Int) {
    slots.append(slot)
    counts.append(count)
    links.append(slots.count)
  }

  private mutating func remove(_ count: Int, at place: Int) {
    counts[place] -= count
    if counts[place] == 0 { links[place] = place }
  }

  /// The last place up to `place` with a free slot.
  private mutating func lastFree(through place: Int) -> Int? {
    guard place >= 0 else { return nil }
    var root = place + 1
    while root > 0, links[root - 1] != root { root = links[root - 1] }
    var step = place + 1
    while step > root {
      let next = links[step - 1]
      links[step - 1] = root
      step = next
    }
    return root == 0 ? nil : root - 1
  }
}
