/// How a timeline divides its width.
///
/// From the left: a mark, the name, the bar, how it went, and where there is room what the operation waits or waited for.
struct TimelineLayout: Hashable {
  let width: Int
  let nameColumns: Int
  let barColumns: Int
  let statusColumns: Int
  let remarkColumns: Int

  /// The columns of the mark before a name.
  static let markColumns = 2

  /// Divides a width among what rows have to say.
  init(width: Int, names: [Int], statuses: [Int], remarks: [Int]) {
    self.width = width
    nameColumns = min(max(names.max() ?? 0, 6), max(12, min(32, width * 3 / 10)))
    statusColumns = min(max(statuses.max() ?? 0, 6), width < 60 ? 9 : 18)
    let rest = width - TimelineLayout.markColumns - nameColumns - statusColumns - 2
    let remark = min(remarks.max() ?? 0, 34)
    // The bar comes first: remarks get what is left beyond a bar that can be read.
    remarkColumns = remark > 0 && rest - remark - 2 >= 50 ? remark : 0
    barColumns = rest - (remarkColumns > 0 ? remarkColumns + 2 : 0)
  }

  /// Where bars begin.
  var barStart: Int {
    TimelineLayout.markColumns + nameColumns + 1
  }

  /// Where what stands behind the bar ends, flush right.
  var statusEnd: Int {
    barStart + barColumns + 1 + statusColumns
  }
}
