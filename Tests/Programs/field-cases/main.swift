// What programs really do to their operations, told in small: `tracing-field-cases NAME` runs one of them.
//
// It records itself where OPTRACE_FILE says, and ends by itself: a case that hangs says so by `stuck()` and gives up a while
// later, with status 1; one that misuses Foundation badly enough is ended by it. With HANG=1 what hangs stays as it is.

import Foundation
import OperationTracing

OperationTracer.startFromEnvironment()

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 1, let story = FieldCase.all.first(where: { $0.name == arguments.first })
else {
  print("usage: tracing-field-cases NAME, where NAME is one of")
  for story in FieldCase.all { print("  \(story.name)") }
  exit(EX_USAGE)
}

giveUpWhenStuck()
story.body()
exit(EXIT_SUCCESS)
