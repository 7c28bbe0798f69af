/// A program that was seen in the field, by the name of what happens in it.
struct FieldCase: Sendable {
  let name: String
  /// Runs it; where it hangs, it does not return.
  let body: @Sendable () -> Void

  init(_ name: String, _ body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }

  /// All of them, in the order of the sections.
  static let all =
    publication + readiness + cycles + dependencies + chains + waits + threads + settings
    + barriers + priorities + lifetimes + crashes + completions + cancellations + workers
}
