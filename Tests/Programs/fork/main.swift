// Forks while it records itself where OPTRACE_FILE says: the child exits in good order, the parent goes on.
import CForkForTests
import Foundation
import OperationTracing

OperationTracer.startFromEnvironment()
let queue = OperationQueue()
queue.maxConcurrentOperationCount = 1
queue.addOperations([BlockOperation {}], waitUntilFinished: true)

let child = fork_for_tests()
if child == 0 { exit(0) }
var status: Int32 = 0
waitpid(child, &status, 0)
guard status == 0 else { exit(1) }

for _ in 1..<20_000 { queue.addOperation {} }
queue.waitUntilAllOperationsAreFinished()
