#if !canImport(ObjectiveC)
import COperationHooks
import Foundation
import Synchronization

/// The hooks in Foundation's classes: installed once, and left there.
enum FoundationHooks {
  private static let state = Mutex<Result<Void, ObservationError>?>(nil)

  /// Installs the hooks unless they are; throws the same error each time on an unknown Foundation.
  static func install() throws(ObservationError) {
    let result = state.withLock { state -> Result<Void, ObservationError> in
      if let state { return state }
      let result = installOnce()
      state = result
      return result
    }
    try result.get()
  }

  private static func installOnce() -> Result<Void, ObservationError> {
    guard let barrier = NSClassFromString("Foundation._BarrierOperation") else {
      return .failure(.unknownFoundation(what: "the class _BarrierOperation", count: 0))
    }
    if let what = FoundationCheck.mismatch() {
      return .failure(.unknownFoundation(what: what, count: 0))
    }
    var callbacks = oth_callbacks(
      copy_string: { word0, word1, buffer, capacity in
        // The two words are a `String?` that the hook owns and hands over.
        let text = unsafeBitCast((word0, word1), to: String?.self)
        guard var text else { return -1 }
        return copy(&text, to: buffer, capacity: capacity)
      },
      copy_class_name: { object, buffer, capacity in
        guard let object else { return -1 }
        let instance = Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
        var name = String(reflecting: type(of: instance) as AnyClass)
        return copy(&name, to: buffer, capacity: capacity)
      }
    )
    var failure = oth_install_failure()
    let installed = oth_install(
      &callbacks,
      unsafeBitCast(barrier, to: UnsafeRawPointer.self),
      unsafeBitCast(BlockOperation.self as AnyClass, to: UnsafeRawPointer.self),
      Unmanaged.passUnretained(OperationQueue.main).toOpaque(),
      &failure
    )
    guard installed else {
      let what = failure.what.map { String(cString: $0) } ?? "a method"
      return .failure(.unknownFoundation(what: what, count: Int(failure.count)))
    }
    let operation = CalibrationOperation()
    withExtendedLifetime(operation) {
      let key = unsafeBitCast("isFinished", to: (UInt64, UInt64).self)
      withUnsafePointer(to: key) { key in
        key.withMemoryRebound(to: UInt64.self, capacity: 2) {
          oth_calibrate(Unmanaged.passUnretained(operation).toOpaque(), $0)
        }
      }
    }
    return .success(())
  }
}

/// Copies a text's UTF-8 as far as it fits, and returns its whole length.
private func copy(
  _ text: inout String,
  to buffer: UnsafeMutablePointer<UInt8>?,
  capacity: Int
) -> Int64 {
  text.withUTF8 { bytes in
    if let buffer { UnsafeMutableRawPointer(buffer).copyMemory(from: bytes, upTo: capacity) }
    return Int64(bytes.count)
  }
}

/// An operation of a class that is not Foundation's own, to learn from.
private final class CalibrationOperation: Operation, @unchecked Sendable {
  // Sendable as every operation is; it has no state of its own.
  override func main() {}
}

extension UnsafeMutableRawPointer {
  fileprivate func copyMemory(from bytes: UnsafeBufferPointer<UInt8>, upTo capacity: Int) {
    guard let base = bytes.baseAddress else { return }
    copyMemory(from: base, byteCount: min(bytes.count, capacity))
  }
}
#endif
