import Foundation

/// Dependencies that keep what is over.
extension FieldCase {
  static let chains = [
    FieldCase("chain-keeps-what-is-over", chainKeepsWhatIsOver),
    FieldCase("chain-that-is-cut", chainThatIsCut),
    FieldCase("long-chain", longChain),
  ]

  /// Case 26: each depends on the one before, and only the last is kept.
  private static func chainKeepsWhatIsOver() {
    // What is released shows that releases are recorded.
    run(block("log in"), in: queue("sessions"))
    // Alive to the end.
    _ = Unmanaged.passRetained(upload(500, every: 2_500) { _ in })
  }

  /// Case 26 put right.
  private static func chainThatIsCut() {
    run(block("log in"), in: queue("sessions"))
    let last = upload(500, every: 2_500) { upload in
      for before in upload.dependencies { upload.removeDependency(before) }
    }
    _ = Unmanaged.passRetained(last)
  }

  /// Case 27, well before the stack overflows.
  private static func longChain() {
    _ = upload(3_000, every: 0) { _ in }
  }

  private static func upload(
    _ count: Int,
    every microseconds: UInt32,
    _ tidyUp: (Operation) -> Void
  ) -> Operation {
    let uploads = queue("uploads", limit: 1)
    var last: Operation = block("upload 1")
    run(last, in: uploads)
    for number in 2...count {
      let next = block("upload \(number)")
      next.addDependency(last)
      run(next, in: uploads)
      tidyUp(next)
      usleep(microseconds)
      last = next
    }
    return last
  }
}
