package import TraceAnalysis

extension CountText {
  /// A share of one as whole percent, such as "91 %"; what is neither none nor all never reads as 0 or 100.
  package static func percent(_ share: Double) -> String {
    guard share.isFinite, share > 0 else { return "0 %" }
    if share < 0.005 { return "<1 %" }
    if share < 1, share >= 0.995 { return ">99 %" }
    return "\(Int((min(share, 9.99) * 100).rounded())) %"
  }

  /// A rate with one decimal, or none from a hundred on, such as "1.6" or "1,204".
  package static func rate(_ value: Double) -> String {
    value.isFinite && value >= 100 ? grouped(Int(min(value, 1e15).rounded())) : mean(value)
  }

  /// A mean with one decimal, such as "1.6".
  package static func mean(_ value: Double) -> String {
    guard value.isFinite, value > 0 else { return "0" }
    let tenths = Int((min(value, 1e12) * 10).rounded())
    return "\(grouped(tenths / 10)).\(tenths % 10)"
  }
}
