/// The identity of one operation in a trace.
///
/// It is given at first sight and ends when the object is deallocated; an address that is used again gets a new one. Zero
/// stands for "none" in the file and never names an operation.
public struct OperationID: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number in the file, counted from one in the order of first sight.
  public let rawValue: UInt32

  /// Names the operation with this number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Orders by first sight.
  public static func < (a: OperationID, b: OperationID) -> Bool {
    a.rawValue < b.rawValue
  }
}

/// The identity of one operation queue in a trace.
public struct QueueID: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number in the file, counted from one in the order of first sight.
  public let rawValue: UInt32

  /// Names the queue with this number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Orders by first sight.
  public static func < (a: QueueID, b: QueueID) -> Bool {
    a.rawValue < b.rawValue
  }
}

/// The identity of one operation class in a trace.
public struct ClassID: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number in the file, counted from one in the order of first sight.
  public let rawValue: UInt32

  /// Names the class with this number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Orders by first sight.
  public static func < (a: ClassID, b: ClassID) -> Bool {
    a.rawValue < b.rawValue
  }
}

/// The identity of one thread in a trace: the kernel's number of the thread.
public struct ThreadID: RawRepresentable, Hashable, Comparable, Sendable {
  /// The kernel's number, as `ps -L` and a debugger show it.
  public let rawValue: UInt32

  /// Names the thread with this number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Orders by number.
  public static func < (a: ThreadID, b: ThreadID) -> Bool {
    a.rawValue < b.rawValue
  }
}
