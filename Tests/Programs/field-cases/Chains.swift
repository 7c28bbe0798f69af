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
    _ = Unmanaged.passRetained(upload(500) { _ in })
  }

  /// Case 26 put right.
  private static func chainThatIsCut() {
    let last = upload(500) { upload in
      for before in upload.dependencies { upload.removeDependency(before) }
    }
    stay()
    withExtendedLifetime(last) {}
  }

  /// Case 27, well before the stack overflows.
  private static func longChain() {
    _ = upload(5_000) { _ in }
  }

  private static func upload(_ count: Int, _ tidyUp: (Operation) -> Void) -> Operation {
    let uploads = queue("uploads", limit: 1)
    var last: Operation = block("upload 1")
    run(last, in: uploads)
    for number in 2...count {
      let next = block("upload \(number)")
      next.addDependency(last)
      run(next, in: uploads)
      tidyUp(next)
      usleep(2_500)
      last = next
    }
    return last
  }
}
