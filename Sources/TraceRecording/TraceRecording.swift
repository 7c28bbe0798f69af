// TraceRecording
