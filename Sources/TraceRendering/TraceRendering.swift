// TraceRendering
