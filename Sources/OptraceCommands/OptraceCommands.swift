// OptraceCommands
