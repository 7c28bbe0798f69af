import COperationHooks

extension oth_record {
  /// A record that happens now; what its kind does not use stays zero.
  init(
    kind: UInt8,
    operation: UInt32 = 0,
    queue: UInt32 = 0,
    argument: UInt64 = 0,
    flags: UInt8 = 0,
    detail: UInt16 = 0
  ) {
    self.init()
    self.kind = kind
    self.operation = operation
    self.queue = queue
    self.argument = argument
    self.flags = flags
    self.detail = detail
  }
}
