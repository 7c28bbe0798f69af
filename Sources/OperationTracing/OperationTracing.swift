// OperationTracing
