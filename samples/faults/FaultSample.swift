import Foundation

/// A fault of the catalogue as two small programs: one that has it, and one that does nearly the same and has not.
struct FaultSample: Sendable {
  /// The name of the rule that finds it.
  let name: String
  /// How many seconds a program that hangs stays before it gives up: as long as the diagnosis needs to be sure.
  let patience: Double
  /// Runs the program that has the fault; one that hangs does not return, and its process gives up.
  let wrong: @Sendable () -> Void
  /// Runs the program that has not.
  let right: @Sendable () -> Void

  init(
    _ name: String,
    patience: Double = 4,
    wrong: @escaping @Sendable () -> Void,
    right: @escaping @Sendable () -> Void
  ) {
    self.name = name
    self.patience = patience
    self.wrong = wrong
    self.right = right
  }
}
