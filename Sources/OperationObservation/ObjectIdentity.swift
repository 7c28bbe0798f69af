import COperationHooks
package import Foundation

/// Which number of the recordings an object has that lives in this process.
package enum ObjectIdentity {
  /// Whether objects can be told by their numbers here; where they are observed by key-value observation each recording
  /// numbers them anew, and forgets them when they finish.
  package static var isKnown: Bool {
    #if canImport(ObjectiveC)
    false
    #else
    true
    #endif
  }

  /// The number of an operation; nil for one that no recording has met.
  package static func number(of operation: Operation) -> UInt32? {
    number(ofObject: operation)
  }

  /// The number of a queue; nil for one that no recording has met.
  package static func number(of queue: OperationQueue) -> UInt32? {
    number(ofObject: queue)
  }

  private static func number(ofObject object: AnyObject) -> UInt32? {
    #if canImport(ObjectiveC)
    return nil
    #else
    // The object is alive as long as the caller holds it, so its number is still its own.
    let number = oth_identity(Unmanaged.passUnretained(object).toOpaque())
    return number == 0 ? nil : number
    #endif
  }
}
