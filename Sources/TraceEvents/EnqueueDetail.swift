/// Priority and quality of service of an operation, as packed into `TraceEvent.detail`.
public struct EnqueueDetail: Hashable, Sendable {
  /// The raw value of `Operation.QueuePriority`: -8, -4, 0, 4 or 8.
  public var priority: Int8

  /// The raw value of `QualityOfService`, -1 for the default.
  public var qualityOfService: Int8

  /// Makes a detail from raw values.
  public init(priority: Int8 = 0, qualityOfService: Int8 = -1) {
    self.priority = priority
    self.qualityOfService = qualityOfService
  }

  /// Unpacks what an event holds: the priority in the lower byte, the quality of service in the upper one.
  public init(packed: UInt16) {
    self.priority = Int8(truncatingIfNeeded: packed)
    self.qualityOfService = Int8(truncatingIfNeeded: packed >> 8)
  }

  /// What an event holds.
  public var packed: UInt16 {
    UInt16(UInt8(bitPattern: priority)) | UInt16(UInt8(bitPattern: qualityOfService)) << 8
  }
}
