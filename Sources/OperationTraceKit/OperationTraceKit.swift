// OperationTraceKit
