// The reading side under one name: read a recording, ask what it means, diagnose it, and draw it as text.
@_exported public import TraceAnalysis
@_exported public import TraceEvents
@_exported public import TraceModel
@_exported public import TraceRendering
