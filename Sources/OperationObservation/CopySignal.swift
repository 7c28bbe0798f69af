import COperationHooks

/// The signal that asks for a copy of a recording.
package enum CopySignal {
  /// Lets the signal with this number ask for copies; false where the program does something with it.
  package static func take(_ number: Int32) -> Bool {
    oth_take_copy_signal(number)
  }

  /// How often it has come.
  package static var count: UInt32 {
    oth_copy_requests()
  }
}
