// OperationObservation
