// A program that traces itself can ask the trace everything, and tell errors apart, without another import.
@_exported public import enum OperationObservation.ObservationError
@_exported public import TraceAnalysis
@_exported public import TraceEvents
@_exported public import TraceModel
@_exported public import enum TraceRecording.RecordingError
@_exported public import TraceRendering
