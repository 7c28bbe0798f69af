// A program that traces itself can ask the trace everything without another import.
@_exported public import TraceAnalysis
@_exported public import TraceEvents
@_exported public import TraceModel
@_exported public import TraceRendering
