import OptraceCommands

Optrace.runAndExit()
